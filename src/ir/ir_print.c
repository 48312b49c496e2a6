// The text form of a module; doc/ir.md holds its grammar.
//
// Names need not be unique: the second thing of a kind with the same name is written x#2. Nameless registers are
// written as their number. The file of a place is left out when it is that of the module's first source.
#include "ir/ir_print.h"

#include <ctype.h>
#include <inttypes.h>
#include <string.h>

#include "base/map64.h"
#include "base/mem.h"
#include "base/vec.h"
#include "ir/ir_int.h"

// Which one of several equal names: counted once for a whole module, or on demand (NULL) for a single instruction.
typedef struct printer {
  const ir_module *m;
  const ir_func_info *f;
  strbuf *out;
  uint32_t *nth_type, *nth_func, *nth_global, *nth_proc, *nth_update, *nth_reg;
} printer;

typedef const char *(*name_of)(const printer *p, uint32_t id);

static const char *type_name(const printer *p, uint32_t id) {
  return p->m->types[id].kind == IR_TYPE_RECORD ? p->m->types[id].name : NULL;
}
static const char *func_name(const printer *p, uint32_t id) { return p->m->funcs[id].name; }
static const char *global_name(const printer *p, uint32_t id) { return p->m->globals[id].name; }
static const char *proc_name(const printer *p, uint32_t id) { return p->m->procs[id].name; }
static const char *update_name(const printer *p, uint32_t id) { return p->m->updates[id].name; }
static const char *reg_name(const printer *p, uint32_t id) { return p->f->regs[id].name; }

// Keys are the addresses of interned names; the map is asked, never walked.
static uint32_t *count_names(const printer *p, name_of name, uint32_t n) {
  uint32_t *nth = MEM_NEW_N(uint32_t, n + 1);
  map64 seen = {0};
  for (uint32_t id = 1; id <= n; id++) {
    const char *s = name(p, id);
    if (!s) continue;
    uint64_t before = 0;
    map64_get(&seen, (uint64_t)(uintptr_t)s, &before);
    nth[id] = (uint32_t)before + 1;
    map64_put(&seen, (uint64_t)(uintptr_t)s, before + 1);
  }
  map64_fini(&seen);
  return nth;
}

static uint32_t nth_name(const printer *p, name_of name, const uint32_t *nth, uint32_t id) {
  if (nth) return nth[id];
  uint32_t n = 0;
  for (uint32_t i = 1; i <= id; i++) n += name(p, i) == name(p, id);
  return n;
}

// --- words -----------------------------------------------------------------------------------------------------------

static bool is_plain(char c) { return (unsigned char)c >= 32 && c != 127 && c != '"' && c != '\\'; }

static void put_escaped(strbuf *out, char c) {
  if (c == '"' || c == '\\')
    sb_printf(out, "\\%c", c);
  else if (c == '\n')
    sb_puts(out, "\\n");
  else if (c == '\t')
    sb_puts(out, "\\t");
  else
    sb_printf(out, "\\x%02x", (unsigned char)c);
}

static void put_string(strbuf *out, const char *s, size_t len) {
  sb_putc(out, '"');
  for (size_t i = 0, from = 0; i < len; from = ++i) {
    while (i < len && is_plain(s[i])) i++;
    sb_putn(out, s + from, i - from);
    if (i == len) break;
    put_escaped(out, s[i]);
  }
  sb_putc(out, '"');
}

static bool is_plain_name(const char *s) {
  if (!isalpha((unsigned char)*s) && *s != '_') return false;
  for (; *s; s++)
    if (!isalnum((unsigned char)*s) && *s != '_' && *s != '.' && *s != '$') return false;
  return true;
}

static void put_name(strbuf *out, const char *s) {
  if (is_plain_name(s))
    sb_puts(out, s);
  else
    put_string(out, s, strlen(s));
}

// A name with its sigil; `n` is the highest id, since instructions that are not well-formed are printed in messages.
static void put_ref(const printer *p, const char *sigil, name_of name, const uint32_t *nth, uint64_t id, uint32_t n) {
  sb_puts(p->out, sigil);
  const char *s = id && id <= n ? name(p, (uint32_t)id) : NULL;
  if (!s) {
    sb_printf(p->out, "%" PRIu64, id);
    return;
  }
  put_name(p->out, s);
  uint32_t k = nth_name(p, name, nth, (uint32_t)id);
  if (k > 1) sb_printf(p->out, "#%u", k);
}

static void put_reg(const printer *p, uint64_t id) { put_ref(p, "%", reg_name, p->nth_reg, id, p->f->n_regs); }
static void put_func(const printer *p, uint64_t id) { put_ref(p, "&", func_name, p->nth_func, id, p->m->n_funcs); }

static void put_type(const printer *p, ir_type t) {
  const ir_module *m = p->m;
  if (t.id > m->n_types) {
    sb_puts(p->out, "?");
    return;
  }
  VEC(ir_type) outer = {0};
  for (; m->types[t.id].kind == IR_TYPE_PTR || m->types[t.id].kind == IR_TYPE_ARRAY; t = m->types[t.id].elem)
    vec_push(&outer, t);
  const ir_type_info *i = &m->types[t.id];
  if (i->kind == IR_TYPE_VOID) sb_puts(p->out, "void");
  if (i->kind == IR_TYPE_EVENT) sb_puts(p->out, "event");
  if (i->kind == IR_TYPE_FLOAT) sb_printf(p->out, "f%u", i->bits);
  if (i->kind == IR_TYPE_RECORD) {
    put_ref(p, "{", type_name, p->nth_type, t.id, m->n_types);
    sb_putc(p->out, '}');
  }
  if (i->kind == IR_TYPE_INT) {
    if (i->is_bool || i->is_char)
      sb_puts(p->out, i->is_bool ? "bool" : "char");
    else
      sb_printf(p->out, "%c%u", i->is_signed ? 'i' : 'u', i->bits);
    if (i->name && !i->is_bool && !i->is_char) {
      sb_putc(p->out, '\'');
      put_name(p->out, i->name);
    }
  }
  while (outer.len) {
    const ir_type_info *o = &m->types[vec_pop(&outer).id];
    if (o->kind == IR_TYPE_PTR)
      sb_putc(p->out, '*');
    else
      sb_printf(p->out, "[%" PRIu64 "]", o->count);
  }
  vec_free(&outer);
}

static void put_place(const printer *p, place at) {
  if (!at.line) return;
  sb_puts(p->out, " !");
  const char *usual = p->m->n_sources ? p->m->sources[0].file : NULL;
  if (!usual || strcmp(usual, at.file) != 0) {
    put_string(p->out, at.file, strlen(at.file));
    sb_putc(p->out, ':');
  }
  sb_printf(p->out, "%u:%u", at.line, at.col);
}

// --- operands and instructions ---------------------------------------------------------------------------------------

static void put_wide(const printer *p, const ir_operand *o) {
  uint32_t n = (p->m->types[o->type.id].bits + 63) / 64;
  while (n > 1 && !o->limbs[n - 1]) n--;
  sb_printf(p->out, "0x%" PRIx64, o->limbs[n - 1]);
  while (--n) sb_printf(p->out, "%016" PRIx64, o->limbs[n - 1]);
}

static void put_number(const printer *p, const ir_operand *o) {
  const ir_type_info *t = &p->m->types[o->type.id];
  bool negative = t->kind == IR_TYPE_INT && t->is_signed && t->bits <= 64 && (o->value >> (t->bits - 1) & 1);
  if (t->kind == IR_TYPE_FLOAT) {
    sb_printf(p->out, "0x%" PRIx64, o->value);
  } else if (negative) {
    uint64_t all = t->bits == 64 ? UINT64_MAX : ((uint64_t)1 << t->bits) - 1;
    sb_printf(p->out, "-%" PRIu64, (~o->value & all) + 1);
  } else {
    sb_printf(p->out, "%" PRIu64, o->value);
  }
}

// A constant of the instruction's own type is written without it.
static void put_constant(const printer *p, const ir_operand *o, ir_type usual) {
  if (o->type.id > p->m->n_types) {
    sb_puts(p->out, "?");
    return;
  }
  if (!usual.id || o->type.id != usual.id) {
    put_type(p, o->type);
    sb_putc(p->out, ':');
  }
  if (o->kind == IR_OPERAND_NULL)
    sb_puts(p->out, "null");
  else if (o->kind == IR_OPERAND_WIDE)
    put_wide(p, o);
  else
    put_number(p, o);
}

static void put_operand(const printer *p, const ir_operand *o, ir_type usual) {
  const ir_module *m = p->m;
  switch (o->kind) {
  case IR_OPERAND_NONE: sb_putc(p->out, '?'); return;
  case IR_OPERAND_REG: put_reg(p, o->value); return;
  case IR_OPERAND_INT:
  case IR_OPERAND_WIDE:
  case IR_OPERAND_NULL: put_constant(p, o, usual); return;
  case IR_OPERAND_GLOBAL:
    put_ref(p, "@", global_name, p->nth_global, o->value, m->n_globals);
    if (o->offset) sb_printf(p->out, "+%" PRIu64, o->offset);
    return;
  case IR_OPERAND_FUNC: put_func(p, o->value); return;
  case IR_OPERAND_PROC: put_ref(p, "$", proc_name, p->nth_proc, o->value, m->n_procs); return;
  case IR_OPERAND_UPDATE: put_ref(p, "~", update_name, p->nth_update, o->value, m->n_updates); return;
  }
}

static void put_instr(const printer *p, const ir_instr *i) {
  if (i->dst.id) {
    put_reg(p, i->dst.id);
    sb_puts(p->out, " = ");
  }
  sb_puts(p->out, ir_op_text(i->op));
  const char *sub = ir_sub_text(i->op, i->sub);
  if (!sub)
    sb_printf(p->out, ".%u", i->sub);
  else if (*sub)
    sb_printf(p->out, ".%s", sub);
  for (uint32_t f = 0; f < IR_FLAG_COUNT; f++)
    if (i->flags >> f & 1) sb_printf(p->out, ".%s", ir_flag_text(1u << f));
  if (i->ordering || i->failure) sb_printf(p->out, ".%s", ir_ordering_text((ir_ordering)i->ordering));
  if (i->op == IR_CAS && (i->ordering || i->failure))
    sb_printf(p->out, ".%s", ir_ordering_text((ir_ordering)i->failure));
  if (i->type.id) {
    sb_putc(p->out, ' ');
    put_type(p, i->type);
  }
  for (uint32_t a = 0; a < i->n_args; a++) {
    sb_puts(p->out, a ? ", " : " ");
    put_operand(p, &i->args[a], i->type);
  }
  for (uint32_t t = 0; t < i->n_targets; t++) sb_printf(p->out, "%sb%u", t ? ", " : " -> ", i->targets[t].id);
  if (i->text) {
    sb_putc(p->out, ' ');
    put_string(p->out, i->text, strlen(i->text));
  }
  put_place(p, i->at);
}

void ir_print_instr(const ir_module *m, const ir_func_info *f, const ir_instr *i, strbuf *out) {
  put_instr(&(printer){.m = m, .f = f, .out = out}, i);
}

// --- the parts of a module -------------------------------------------------------------------------------------------

// One string a line of the source, so that the text stays readable.
static void put_source(const printer *p, const ir_source *s) {
  sb_puts(p->out, "source ");
  put_string(p->out, s->file, strlen(s->file));
  for (size_t at = 0; at < s->len;) {
    const char *nl = memchr(s->text + at, '\n', s->len - at);
    size_t end = nl ? (size_t)(nl - s->text) + 1 : s->len;
    sb_puts(p->out, "\n  ");
    put_string(p->out, s->text + at, end - at);
    at = end;
  }
  sb_putc(p->out, '\n');
}

static void put_record(const printer *p, uint32_t id) {
  const ir_type_info *t = &p->m->types[id];
  sb_puts(p->out, "record ");
  put_type(p, (ir_type){id});
  sb_printf(p->out, " size %" PRIu64 " align %u {\n", t->size, t->align);
  for (uint32_t i = 0; i < t->n_fields; i++) {
    sb_printf(p->out, "  %" PRIu64 " ", t->fields[i].offset);
    put_name(p->out, t->fields[i].name);
    sb_putc(p->out, ' ');
    put_type(p, t->fields[i].type);
    sb_puts(p->out, t->fields[i].is_const ? " const\n" : "\n");
  }
  sb_puts(p->out, "}\n");
}

// All records are announced, then laid out in the order in which they were: what one holds by value comes before it.
static void put_records(const printer *p) {
  const ir_module *m = p->m;
  uint32_t *by_rank = MEM_NEW_N(uint32_t, m->n_types + 1), last = 0;
  for (uint32_t id = 1; id <= m->n_types; id++) {
    if (m->types[id].kind != IR_TYPE_RECORD) continue;
    sb_puts(p->out, "record ");
    put_type(p, (ir_type){id});
    sb_putc(p->out, '\n');
    if (!m->types[id].align) continue;
    by_rank[m->types[id].rank] = id;
    if (m->types[id].rank > last) last = m->types[id].rank;
  }
  for (uint32_t r = 1; r <= last; r++) put_record(p, by_rank[r]);
  mem_free(by_rank);
}

static void put_global(const printer *p, uint32_t id) {
  const ir_global_info *g = &p->m->globals[id];
  sb_puts(p->out, "global ");
  put_ref(p, "@", global_name, p->nth_global, id, p->m->n_globals);
  sb_putc(p->out, ' ');
  put_type(p, g->type);
  if (g->is_const) sb_puts(p->out, " const");
  if (g->is_thread_local) sb_puts(p->out, " thread_local");
  if (g->is_hidden) sb_puts(p->out, " hidden");
  if (g->align) sb_printf(p->out, " align %u", g->align);
  put_place(p, g->at);
  if (g->n_inits) {
    sb_puts(p->out, " {\n");
    for (uint32_t i = 0; i < g->n_inits; i++) {
      sb_printf(p->out, "  %" PRIu64 " ", g->inits[i].offset);
      put_operand(p, &g->inits[i].value, (ir_type){0});
      sb_putc(p->out, '\n');
    }
    sb_putc(p->out, '}');
  }
  sb_putc(p->out, '\n');
}

static void put_process(const printer *p, uint32_t id) {
  const ir_proc_info *i = &p->m->procs[id];
  sb_puts(p->out, "process ");
  put_ref(p, "$", proc_name, p->nth_proc, id, p->m->n_procs);
  sb_putc(p->out, ' ');
  put_func(p, i->func.id);
  if (i->dont_initialize) sb_puts(p->out, " dont_initialize");
  if (i->observer) sb_puts(p->out, " observer");
  put_place(p, i->at);
  sb_putc(p->out, '\n');
}

static void put_update(const printer *p, uint32_t id) {
  const ir_upd_info *i = &p->m->updates[id];
  sb_puts(p->out, "update ");
  put_ref(p, "~", update_name, p->nth_update, id, p->m->n_updates);
  sb_putc(p->out, ' ');
  put_func(p, i->func.id);
  put_place(p, i->at);
  sb_putc(p->out, '\n');
}

static void put_param_list(const printer *p) {
  sb_putc(p->out, '(');
  for (uint32_t r = 1; r <= p->f->n_params; r++) {
    if (r > 1) sb_puts(p->out, ", ");
    put_reg(p, r);
    sb_putc(p->out, ' ');
    put_type(p, p->f->regs[r].type);
    put_place(p, p->f->regs[r].at);
  }
  sb_putc(p->out, ')');
}

// Named registers one a line; runs of temporaries of one type share a line.
static void put_registers(const printer *p) {
  const ir_func_info *f = p->f;
  for (uint32_t r = f->n_params + 1; r <= f->n_regs; r++) {
    ir_type t = f->regs[r].type;
    if (f->regs[r].name) {
      sb_puts(p->out, "  reg ");
      put_reg(p, r);
      sb_putc(p->out, ' ');
      put_type(p, t);
      put_place(p, f->regs[r].at);
    } else {
      sb_puts(p->out, "  temp ");
      put_type(p, t);
      uint32_t last = r;
      while (last < f->n_regs && !f->regs[last + 1].name && f->regs[last + 1].type.id == t.id) last++;
      for (; r <= last; r++) sb_printf(p->out, " %%%u", r);
      r = last;
    }
    sb_putc(p->out, '\n');
  }
}

static void put_function(printer *p, uint32_t id) {
  const ir_func_info *f = p->f = &p->m->funcs[id];
  p->nth_reg = count_names(p, reg_name, f->n_regs);
  sb_puts(p->out, "\nfunc ");
  put_func(p, id);
  put_param_list(p);
  sb_putc(p->out, ' ');
  put_type(p, f->result);
  put_place(p, f->at);
  sb_puts(p->out, " {\n");
  put_registers(p);
  for (uint32_t b = 1; b <= f->n_blocks; b++) {
    sb_printf(p->out, "b%u:\n", b);
    for (uint32_t n = 0; n < f->blocks[b].count; n++) {
      sb_puts(p->out, "  ");
      put_instr(p, &f->code[f->blocks[b].first + n]);
      sb_putc(p->out, '\n');
    }
  }
  sb_puts(p->out, "}\n");
  mem_free(p->nth_reg);
  p->nth_reg = NULL;
}

static void put_kinds(const printer *p, const char *item, uint32_t kinds) {
  if (!kinds) return;
  sb_printf(p->out, "\n%s \"", item);
  for (int c = 0, n = 0; c < IR_CHECK_COUNT; c++)
    if (kinds >> c & 1) sb_printf(p->out, "%s%s", n++ ? "," : "", ir_check_kind((ir_check)c));
  sb_putc(p->out, '"');
}

static void put_head(const printer *p) {
  const ir_module *m = p->m;
  sb_puts(p->out, "air 1\nlanguage ");
  put_string(p->out, m->language, strlen(m->language));
  sb_printf(p->out, "\nscheduler %s", m->scheduler == IR_SCHED_SYSTEMC ? "systemc" : "interleave");
  if (m->separate) sb_puts(p->out, " separate");
  if (m->without_arguments) sb_puts(p->out, " without_arguments");
  if (m->arguments) sb_printf(p->out, "\narguments %u %u", m->arguments, m->argument_length);
  sb_printf(p->out, "\npointers %u\nproperties ", m->pointer_bits);
  put_string(p->out, m->properties, strlen(m->properties));
  if (*m->models) {
    sb_puts(p->out, "\nmodels ");
    put_string(p->out, m->models, strlen(m->models));
  }
  put_kinds(p, "made_for", m->made_for);
  put_kinds(p, "partial", m->partial);
  if (m->entry.id) {
    sb_puts(p->out, "\nentry ");
    put_func(p, m->entry.id);
  }
  sb_putc(p->out, '\n');
}

void ir_print(const ir_module *m, strbuf *out) {
  printer p = {.m = m, .out = out};
  p.nth_type = count_names(&p, type_name, m->n_types);
  p.nth_func = count_names(&p, func_name, m->n_funcs);
  p.nth_global = count_names(&p, global_name, m->n_globals);
  p.nth_proc = count_names(&p, proc_name, m->n_procs);
  p.nth_update = count_names(&p, update_name, m->n_updates);
  put_head(&p);
  for (uint32_t i = 0; i < m->n_sources; i++) put_source(&p, &m->sources[i]);
  put_records(&p);
  for (uint32_t i = 1; i <= m->n_globals; i++) put_global(&p, i);
  for (uint32_t i = 1; i <= m->n_procs; i++) put_process(&p, i);
  for (uint32_t i = 1; i <= m->n_updates; i++) put_update(&p, i);
  for (uint32_t i = 1; i <= m->n_funcs; i++) put_function(&p, i);
  mem_free(p.nth_type);
  mem_free(p.nth_func);
  mem_free(p.nth_global);
  mem_free(p.nth_proc);
  mem_free(p.nth_update);
}

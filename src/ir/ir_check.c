// Well-formedness of a whole module: everything doc/ir.md demands beyond single instructions.
#include <string.h>

#include "base/bitset.h"
#include "base/vec.h"
#include "ir/ir_build.h"
#include "ir/ir_int.h"
#include "ir/ir_print.h"

typedef VEC(uint32_t) id_vec;

__attribute__((format(printf, 2, 3))) static const char *say(const ir_module *m, const char *fmt, ...) {
  strbuf b = {0};
  va_list ap;
  va_start(ap, fmt);
  sb_vprintf(&b, fmt, ap);
  va_end(ap);
  const char *text = intern(m->names, sb_text(&b));
  sb_fini(&b);
  return text;
}

static const char *arguments_problem(const ir_module *m, const ir_func_info *f, const ir_operand *args, uint32_t n) {
  if (n != f->n_params)
    return say(m, "function %s takes %u argument%s, not %u", f->name, f->n_params, f->n_params == 1 ? "" : "s", n);
  for (uint32_t a = 0; a < n; a++)
    if (!ir_types_agree(m, f->regs[a + 1].type, args[a].type))
      return say(m, "argument %u of function %s has type %s, not %s", a + 1, f->name,
                 ir_type_text(m, f->regs[a + 1].type), ir_type_text(m, args[a].type));
  return NULL;
}

static bool same_form(const ir_module *m, ir_type a, ir_type b) {
  if (a.id == b.id) return true;
  if (!ir_type_is_scalar(m, a) || !ir_type_is_scalar(m, b)) return false;
  const ir_type_info *x = ir_type_get(m, a), *y = ir_type_get(m, b);
  return x->bits == y->bits && (x->kind == IR_TYPE_FLOAT) == (y->kind == IR_TYPE_FLOAT);
}

bool ir_call_fits(const ir_module *m, const ir_instr *call, const ir_func_info *f) {
  if (f->n_params != call->n_args - 1) return false;
  for (uint32_t a = 1; a < call->n_args; a++)
    if (!same_form(m, f->regs[a].type, call->args[a].type)) return false;
  return call->op != IR_CALL || !call->dst.id || (f->result.id && same_form(m, f->result, call->type));
}

const char *ir_call_problem(const ir_module *m, const ir_instr *i) {
  if (i->op == IR_REQUEST_UPDATE) {
    const ir_func_info *f = &m->funcs[m->updates[i->args[0].value].func.id];
    return arguments_problem(m, f, i->args + 1, i->n_args - 1);
  }
  if ((i->op != IR_CALL && i->op != IR_SPAWN) || i->args[0].kind != IR_OPERAND_FUNC) return NULL;
  const ir_func_info *f = &m->funcs[i->args[0].value];
  const char *why = arguments_problem(m, f, i->args + 1, i->n_args - 1);
  if (why || i->op == IR_SPAWN || !i->type.id) return why;
  if (!f->result.id || !ir_types_agree(m, f->result, i->type))
    return say(m, "function %s returns %s, not %s", f->name, ir_type_text(m, f->result), ir_type_text(m, i->type));
  return NULL;
}

static const char *at_instr(const ir_module *m, const ir_func_info *f, const ir_instr *i, const char *why) {
  if (!why) return NULL;
  strbuf text = {0};
  ir_print_instr(m, f, i, &text);
  const char *s = say(m, "function %s, `%s`: %s", f->name, sb_text(&text), why);
  sb_fini(&text);
  return s;
}

// --- functions -------------------------------------------------------------------------------------------------------

static const char *block_problem(const ir_module *m, const ir_func_info *f, uint32_t b) {
  const ir_block_info *k = &f->blocks[b];
  if (!k->count) return say(m, "function %s: block b%u is empty", f->name, b);
  for (uint32_t n = k->first; n < k->first + k->count; n++) {
    const ir_instr *i = &f->code[n];
    bool last = n + 1 == k->first + k->count;
    if (ir_op_ends_block(i->op) != last)
      return at_instr(m, f, i, last ? "a block must end with a jump or the like" : "a block goes on after its end");
    if (i->op == IR_LANDING && n != k->first) return at_instr(m, f, i, "`landing` stands first in its block");
  }
  return NULL;
}

// Unwind edges and only they lead to blocks that begin with `landing`.
static const char *edge_problem(const ir_module *m, const ir_func_info *f, const ir_instr *i) {
  for (uint32_t t = 0; t < i->n_targets; t++) {
    bool landing = f->code[f->blocks[i->targets[t].id].first].op == IR_LANDING;
    if (landing != (i->op == IR_CALL))
      return at_instr(m, f, i,
                      landing ? "only unwinding leads to a `landing`" : "an unwind block begins with `landing`");
  }
  return NULL;
}

static const char *layout_problem(const ir_module *m, const ir_func_info *f) {
  if (!f->n_blocks) return say(m, "function %s has no body", f->name);
  uint32_t next = 0;
  for (uint32_t b = 1; b <= f->n_blocks; b++) {
    if (f->blocks[b].first != next || f->blocks[b].count > f->n_code - next)
      return say(m, "function %s: block b%u is not where it should be", f->name, b);
    next += f->blocks[b].count;
    const char *why = block_problem(m, f, b);
    if (why) return why;
  }
  if (next != f->n_code) return say(m, "function %s: code outside of blocks", f->name);
  if (f->code[0].op == IR_LANDING) return say(m, "function %s begins with `landing`", f->name);
  return NULL;
}

// The rules of each instruction were looked at when it was emitted; that nobody has changed it since is what debug builds look at.
static const char *again_problem(const ir_module *m, const ir_func_info *f, const ir_instr *i) {
#ifdef NDEBUG
  (void)m;
  (void)f;
  (void)i;
  return NULL;
#else
  ir_scope s = {.m = m, .regs = f->regs, .n_regs = f->n_regs, .n_blocks = f->n_blocks, .result = f->result};
  return ir_rule_problem(&s, i);
#endif
}

static const char *func_problem(const ir_module *m, const ir_func_info *f) {
  if (f->n_params > f->n_regs) return say(m, "function %s: parameters without registers", f->name);
  for (uint32_t r = 1; r <= f->n_regs; r++)
    if (!ir_type_is_scalar(m, f->regs[r].type)) return say(m, "function %s: register %u is no scalar", f->name, r);
  const char *why = layout_problem(m, f);
  if (why) return why;
  for (uint32_t n = 0; n < f->n_code; n++) {
    const ir_instr *i = &f->code[n];
    why = again_problem(m, f, i);
    if (!why) why = ir_call_problem(m, i);
    if (why) return at_instr(m, f, i, why);
    why = edge_problem(m, f, i);
    if (why) return why;
  }
  return NULL;
}

// One type is thrown and caught in the whole module, since no edge joins a throw with its landing.
static const char *throw_problem(const ir_module *m) {
  ir_type thrown = {0};
  for (uint32_t n = 1; n <= m->n_funcs; n++) {
    const ir_func_info *f = &m->funcs[n];
    for (uint32_t c = 0; c < f->n_code; c++) {
      const ir_instr *i = &f->code[c];
      if (i->op != IR_THROW && i->op != IR_LANDING) continue;
      ir_type t = i->op == IR_THROW ? i->args[0].type : i->type;
      if (thrown.id && !ir_types_agree(m, t, thrown))
        return at_instr(m, f, i, say(m, "%s is thrown or caught elsewhere", ir_type_text(m, thrown)));
      thrown = t;
    }
  }
  return NULL;
}

// --- who may do what -------------------------------------------------------------------------------------------------

// Functions reached from `from` by direct calls. Indirect ones are left to the kernel: taking every function whose
// address is known would refuse good programs.
static void reach_by_calls(const ir_module *m, uint32_t from, bitset *seen) {
  id_vec worklist = {0};
  if (from && !bitset_has(seen, from)) {
    bitset_add(seen, from);
    vec_push(&worklist, from);
  }
  while (worklist.len) {
    const ir_func_info *f = &m->funcs[vec_pop(&worklist)];
    for (uint32_t n = 0; n < f->n_code; n++) {
      const ir_instr *i = &f->code[n];
      if (i->op != IR_CALL || i->args[0].kind != IR_OPERAND_FUNC) continue;
      uint32_t g = (uint32_t)i->args[0].value;
      if (bitset_has(seen, g)) continue;
      bitset_add(seen, g);
      vec_push(&worklist, g);
    }
  }
  vec_free(&worklist);
}

typedef struct roles {
  bitset entry, process, update;
} roles;

// A program that builds its design reaches most of its code through pointers: there the kernel alone looks.
static const char *role_problem(const ir_module *m, const roles *r, uint32_t id) {
  const ir_func_info *f = &m->funcs[id];
  bool builds = m->scheduler == IR_SCHED_SYSTEMC && m->spawns;
  for (uint32_t n = 0; n < f->n_code; n++) {
    const ir_instr *i = &f->code[n];
    if (builds && (i->op != IR_START || i->sub == IR_START_SYSTEMC)) continue;
    if (i->op == IR_START && !bitset_has(&r->entry, id))
      return at_instr(m, f, i, "the entry function does not come here");
    if (i->op == IR_START && (bitset_has(&r->process, id) || bitset_has(&r->update, id)))
      return at_instr(m, f, i, "a process or an update function comes here");
    if (!bitset_has(&r->update, id)) continue;
    if (strchr(ir_op_flags(i->op), 'B')) return at_instr(m, f, i, "an update function cannot wait");
    if (i->op == IR_NOTIFY) return at_instr(m, f, i, "an update function cannot notify immediately");
  }
  return NULL;
}

static void find_roles(const ir_module *m, roles *r) {
  reach_by_calls(m, m->entry.id, &r->entry);
  for (uint32_t p = 1; p <= m->n_procs; p++) reach_by_calls(m, m->procs[p].func.id, &r->process);
  for (uint32_t u = 1; u <= m->n_updates; u++) reach_by_calls(m, m->updates[u].func.id, &r->update);
  for (uint32_t n = 1; n <= m->n_funcs; n++) {
    const ir_func_info *f = &m->funcs[n];
    for (uint32_t c = 0; c < f->n_code; c++)
      if (f->code[c].op == IR_SPAWN && f->code[c].args[0].kind == IR_OPERAND_FUNC)
        reach_by_calls(m, (uint32_t)f->code[c].args[0].value, &r->process);
  }
}

static const char *roles_problem(const ir_module *m) {
  roles r = {bitset_new(m->n_funcs + 1), bitset_new(m->n_funcs + 1), bitset_new(m->n_funcs + 1)};
  find_roles(m, &r);
  const char *why = NULL;
  for (uint32_t n = 1; n <= m->n_funcs && !why; n++) why = role_problem(m, &r, n);
  bitset_fini(&r.entry);
  bitset_fini(&r.process);
  bitset_fini(&r.update);
  return why;
}

static const char *callable_problem(const ir_module *m, const char *what, const char *name, ir_func f) {
  if (!f.id || f.id > m->n_funcs) return say(m, "%s %s has no function", what, name);
  const ir_func_info *info = &m->funcs[f.id];
  if (info->n_params) return say(m, "%s %s: its function %s takes arguments", what, name, info->name);
  return NULL;
}

static const char *update_problem(const ir_module *m, const ir_upd_info *u) {
  if (!u->func.id || u->func.id > m->n_funcs) return say(m, "update %s has no function", u->name);
  const ir_func_info *f = &m->funcs[u->func.id];
  if (!f->is_update) return say(m, "update %s: its function is not marked as one", u->name);
  if (f->n_params > 1 || (f->n_params == 1 && m->types[f->regs[1].type.id].kind != IR_TYPE_PTR))
    return say(m, "update %s: its function takes at most a pointer", u->name);
  return NULL;
}

static const char *global_problem(const ir_module *m, const ir_global_info *g) {
  if (!ir_type_is_complete(m, g->type)) return say(m, "global %s has no complete type", g->name);
  uint64_t end = 0;
  for (uint32_t n = 0; n < g->n_inits; n++) {
    const ir_init *i = &g->inits[n];
    const char *why = ir_init_problem(m, g->type, i);
    if (!why && i->offset < end) why = "two initial values overlap";
    if (why) return say(m, "global %s, offset %llu: %s", g->name, (unsigned long long)i->offset, why);
    end = i->offset + m->types[i->value.type.id].size;
  }
  return NULL;
}

const char *ir_check_module(const ir_module *m) {
  if (!m->frozen) return "the module is not frozen";
  const char *why = NULL;
  for (uint32_t n = 1; n <= m->n_globals && !why; n++) why = global_problem(m, &m->globals[n]);
  for (uint32_t n = 1; n <= m->n_funcs && !why; n++) why = func_problem(m, &m->funcs[n]);
  if (!why && !m->entry.id) why = "the module has no entry function";
  if (!why) why = callable_problem(m, "the", "entry", m->entry);
  for (uint32_t n = 1; n <= m->n_procs && !why; n++)
    why = callable_problem(m, "process", m->procs[n].name, m->procs[n].func);
  for (uint32_t n = 1; n <= m->n_updates && !why; n++) why = update_problem(m, &m->updates[n]);
  if (!why) why = throw_problem(m);
  if (!why) why = roles_problem(m);
  return why;
}

#include "pass/pass_ltl_names.h"

#include <stdio.h>
#include <string.h>

static uint32_t find_or_add(design_names *n, name_kind kind, const char *text) {
  for (uint32_t i = 0; i < n->list.len; i++)
    if (n->list.data[i].kind == kind && !strcmp(n->list.data[i].text, text)) return i;
  vec_push(&n->list, ((design_name){.kind = kind, .text = text, .may_lack = true}));
  return (uint32_t)n->list.len - 1;
}

static void find_places(const ir_module *m, design_name *x, const char *member);

uint32_t names_add(design_names *n, const ir_module *m, arena *mem, name_kind kind, const char *text) {
  uint32_t number = find_or_add(n, kind, text);
  const char *last = strrchr(text, '.');
  bool is_new = n->list.data[number].may_lack;
  n->list.data[number].may_lack = false;
  if (kind == NAME_MODULE || !last || !is_new) return number;
  find_places(m, &n->list.data[number], last + 1);
  if (!n->list.data[number].places.len) return number;
  uint32_t home = find_or_add(n, NAME_MODULE, arena_strndup(mem, text, (size_t)(last - text)));
  n->list.data[number].home = home;
  return number;
}

void names_fini(design_names *n) {
  for (size_t i = 0; i < n->list.len; i++) vec_free(&n->list.data[i].places);
  vec_free(&n->list);
}

// --- globals ---------------------------------------------------------------------------------------------------------

static ir_global hidden(ir_module *m, const char *what, uint32_t n, ir_type type) {
  char name[40];
  snprintf(name, sizeof name, "ltl.%s#%u", what, n);
  ir_global g = ir_global_add(m, name, type, PLACE_NONE);
  ir_global_flags(m, g, false, false, true);
  return g;
}

void names_make(design_names *n, ir_module *m) {
  ir_type t_char = ir_type_char(m), t_ptr = ir_type_ptr(m, IR_VOID), t_size = ir_type_int(m, 64, true, NULL);
  for (uint32_t i = 0; i < n->list.len; i++) {
    design_name *x = &n->list.data[i];
    size_t len = strlen(x->text);
    x->spelled = hidden(m, "name", i, ir_type_array(m, t_char, len + 1));
    for (size_t k = 0; k < len; k++) ir_global_init(m, x->spelled, k, ir_int(m, t_char, (uint8_t)x->text[k]));
    x->address = hidden(m, "address", i, t_ptr);
    x->bytes = hidden(m, "bytes", i, t_size);
    x->is_signed = hidden(m, "signed", i, t_size);
  }
  n->bind = ir_func_declare(m, "ltl.bind", IR_VOID, PLACE_NONE);
}

// --- the function ----------------------------------------------------------------------------------------------------

typedef struct binder {
  ir_module *m;
  ir_type t_bool, t_char, t_ptr, t_size;
  ir_reg kind, object, name, value, bytes;
} binder;

static ir_operand reg(binder *b, ir_reg r) { return ir_reg_operand(b->m, r); }
static ir_operand size_of(binder *b, uint64_t n) { return ir_int(b->m, b->t_size, n); }

static void store(binder *b, ir_type type, ir_global to, ir_operand value) {
  ir_emit_store(b->m, type, ir_global_addr(b->m, to, 0), value, PLACE_NONE);
}

// Goes on in `no` if the texts differ, in a new block if they are equal.
static void compare_texts(binder *b, const design_name *x, ir_block no) {
  ir_module *m = b->m;
  ir_reg at = ir_reg_new(m, NULL, b->t_size, PLACE_NONE);
  ir_block loop = ir_block_new(m), same = ir_block_new(m), more = ir_block_new(m), yes = ir_block_new(m);
  ir_operand zero = size_of(b, 0), end = ir_int(m, b->t_char, 0);
  ir_emit_to(m, at, IR_MOV, &zero, 1, PLACE_NONE);
  ir_emit_jump(m, loop, PLACE_NONE);
  ir_block_begin(m, loop);
  ir_operand left = ir_emit_binary(m, IR_PTRADD, b->t_ptr, reg(b, b->name), reg(b, at), PLACE_NONE);
  ir_operand right = ir_emit_binary(m, IR_PTRADD, b->t_ptr, ir_global_addr(m, x->spelled, 0), reg(b, at), PLACE_NONE);
  left = ir_emit_unary(m, IR_LOAD, b->t_char, left, PLACE_NONE);
  right = ir_emit_unary(m, IR_LOAD, b->t_char, right, PLACE_NONE);
  ir_emit_branch(m, ir_emit_binary(m, IR_EQ, b->t_bool, left, right, PLACE_NONE), same, no, PLACE_NONE);
  ir_block_begin(m, same);
  ir_emit_branch(m, ir_emit_binary(m, IR_EQ, b->t_bool, left, end, PLACE_NONE), yes, more, PLACE_NONE);
  ir_block_begin(m, more);
  ir_operand step[] = {reg(b, at), size_of(b, 1)};
  ir_emit_to(m, at, IR_ADD, step, 2, PLACE_NONE);
  ir_emit_jump(m, loop, PLACE_NONE);
  ir_block_begin(m, yes);
}

// Kinds of declarations; numbers are the function's first argument.
static const struct declaration {
  const char *text;
  name_kind kind;
  bool value;  // the name means the value, else the object
} declarations[] = {
    {"signal", NAME_SIGNAL, true},   {"fifo", NAME_SIGNAL, true},     {"semaphore", NAME_SIGNAL, true},
    {"module", NAME_MODULE, false},  {"event", NAME_EVENT, false},    {"changed", NAME_EVENT, true},
    {"posedge", NAME_POSEDGE, true}, {"negedge", NAME_NEGEDGE, true},
};
enum { N_DECLARATIONS = sizeof declarations / sizeof *declarations, SIGNED = N_DECLARATIONS };

static uint32_t declaration_number(const char *text) {
  for (uint32_t k = 0; k < N_DECLARATIONS; k++)
    if (!strcmp(declarations[k].text, text)) return k;
  return strcmp(text, "signed") ? UINT32_MAX : SIGNED;
}

// The type of the value that stands at the address that was declared last is signed.
static void note_signed(binder *b, const design_name *x) {
  ir_module *m = b->m;
  ir_block yes = ir_block_new(m), end = ir_block_new(m);
  ir_operand known = ir_emit_unary(m, IR_LOAD, b->t_ptr, ir_global_addr(m, x->address, 0), PLACE_NONE);
  ir_emit_branch(m, ir_emit_binary(m, IR_EQ, b->t_bool, known, reg(b, b->value), PLACE_NONE), yes, end, PLACE_NONE);
  ir_block_begin(m, yes);
  store(b, b->t_size, x->is_signed, size_of(b, 1));
  ir_emit_jump(m, end, PLACE_NONE);
  ir_block_begin(m, end);
}

static void bind_here(binder *b, const design_name *x, bool value, ir_block end) {
  store(b, b->t_ptr, x->address, reg(b, value ? b->value : b->object));
  store(b, b->t_size, x->bytes, reg(b, b->bytes));
  ir_emit_jump(b->m, end, PLACE_NONE);
}

// Goes on in a new block if the pointers are equal.
static void demand_same(binder *b, ir_operand left, ir_operand right, ir_block no) {
  ir_block yes = ir_block_new(b->m);
  ir_emit_branch(b->m, ir_emit_binary(b->m, IR_EQ, b->t_bool, left, right, PLACE_NONE), yes, no, PLACE_NONE);
  ir_block_begin(b->m, yes);
}

static ir_operand moved(binder *b, ir_operand from, uint64_t bytes) {
  return ir_emit_binary(b->m, IR_PTRADD, b->t_ptr, from, size_of(b, bytes), PLACE_NONE);
}

// Is it this member of the module, which is known already, and of this class as far as it is made?
static void bind_if_member(binder *b, const design_name *x, const design_name *home, const member_of *part, bool value,
                           ir_block end) {
  ir_block known = ir_block_new(b->m), next = ir_block_new(b->m);
  ir_operand module = ir_emit_unary(b->m, IR_LOAD, b->t_ptr, ir_global_addr(b->m, home->address, 0), PLACE_NONE);
  ir_operand none = ir_emit_binary(b->m, IR_EQ, b->t_bool, module, ir_null(b->m, b->t_ptr), PLACE_NONE);
  ir_emit_branch(b->m, none, next, known, PLACE_NONE);
  ir_block_begin(b->m, known);
  ir_operand object = moved(b, module, (uint64_t)0 - part->object);
  demand_same(b, reg(b, b->object), moved(b, object, part->offset), next);
  ir_operand table = ir_emit_unary(b->m, IR_LOAD, b->t_ptr, object, PLACE_NONE);
  demand_same(b, table, ir_global_addr(b->m, part->table, 2 * ir_type_get(b->m, b->t_ptr)->size), next);
  bind_here(b, x, value, end);
  ir_block_begin(b->m, next);
}

static void bind_if_named(binder *b, const design_names *n, const design_name *x, bool value) {
  ir_block other = ir_block_new(b->m), end = ir_block_new(b->m);
  compare_texts(b, x, other);
  bind_here(b, x, value, end);
  ir_block_begin(b->m, other);
  for (size_t i = 0; i < x->places.len; i++)
    bind_if_member(b, x, &n->list.data[x->home], &x->places.data[i], value, end);
  ir_emit_jump(b->m, end, PLACE_NONE);
  ir_block_begin(b->m, end);
}

void names_define(design_names *n, ir_module *m) {
  binder b = {.m = m};
  b.t_bool = ir_type_bool(m);
  b.t_char = ir_type_char(m);
  b.t_ptr = ir_type_ptr(m, IR_VOID);
  b.t_size = ir_type_int(m, 64, true, NULL);
  ir_func_begin(m, n->bind);
  b.kind = ir_param(m, "kind", b.t_size, PLACE_NONE);
  b.object = ir_param(m, "object", b.t_ptr, PLACE_NONE);
  b.name = ir_param(m, "name", b.t_ptr, PLACE_NONE);
  b.value = ir_param(m, "value", b.t_ptr, PLACE_NONE);
  b.bytes = ir_param(m, "bytes", b.t_size, PLACE_NONE);
  ir_block_begin(m, ir_block_new(m));
  for (uint32_t k = 0; k <= N_DECLARATIONS; k++) {
    ir_block mine = ir_block_new(m), next = ir_block_new(m);
    ir_operand is = ir_emit_binary(m, IR_EQ, b.t_bool, reg(&b, b.kind), size_of(&b, k), PLACE_NONE);
    ir_emit_branch(m, is, mine, next, PLACE_NONE);
    ir_block_begin(m, mine);
    for (size_t i = 0; i < n->list.len; i++) {
      const design_name *x = &n->list.data[i];
      if (k == SIGNED && x->kind == NAME_SIGNAL) note_signed(&b, x);
      if (k < N_DECLARATIONS && x->kind == declarations[k].kind) bind_if_named(&b, n, x, declarations[k].value);
    }
    ir_emit_void(m, IR_RETURN, 0, NULL, 0, PLACE_NONE);
    ir_block_begin(m, next);
  }
  ir_emit_void(m, IR_RETURN, 0, NULL, 0, PLACE_NONE);
  ir_func_end(m);
}

// --- where it is called ----------------------------------------------------------------------------------------------

static void call_bind(design_names *n, pass_copy *c, const ir_instr *i) {
  uint32_t k = declaration_number(i->text);
  if (k == UINT32_MAX) return;
  ir_operand args[6] = {ir_func_addr(c->to, n->bind), ir_int(c->to, ir_type_int(c->to, 64, true, NULL), k)};
  for (uint32_t a = 0; a < 4; a++) args[2 + a] = pass_copy_operand(c, i->args[a]);
  ir_emit_void(c->to, IR_CALL, 0, args, 6, i->at);
}

static void put_unknown(const design_name *x, strbuf *out) {
  static const char *const what[] = {[NAME_SIGNAL] = "signal, fifo or semaphore",
                                     [NAME_MODULE] = "module",
                                     [NAME_EVENT] = "event or signal",
                                     [NAME_POSEDGE] = "signal of bool",
                                     [NAME_NEGEDGE] = "signal of bool"};
  sb_clear(out);
  sb_printf(out, "--ltl: the design has no %s with the name %s", what[x->kind], x->text);
}

// In a block that is left as `unsupported` unless the condition holds; the code goes on in a new one.
static void demand(ir_module *m, ir_operand condition, const char *otherwise, place at) {
  ir_block wrong = ir_block_new(m), right = ir_block_new(m);
  ir_emit_branch(m, condition, right, wrong, at);
  ir_block_begin(m, wrong);
  ir_emit_unsupported(m, otherwise, at);
  ir_block_begin(m, right);
}

static void check_bound(design_names *n, ir_module *m, place at) {
  ir_type t_ptr = ir_type_ptr(m, IR_VOID), t_bool = ir_type_bool(m), t_size = ir_type_int(m, 64, true, NULL);
  strbuf unknown = {0};
  for (size_t i = 0; i < n->list.len; i++) {
    const design_name *x = &n->list.data[i];
    if (x->may_lack) continue;
    put_unknown(x, &unknown);
    ir_operand is = ir_emit_unary(m, IR_LOAD, t_ptr, ir_global_addr(m, x->address, 0), at);
    demand(m, ir_emit_binary(m, IR_NE, t_bool, is, ir_null(m, t_ptr), at), sb_text(&unknown), at);
    if (x->kind != NAME_SIGNAL) continue;
    ir_operand bytes = ir_emit_unary(m, IR_LOAD, t_size, ir_global_addr(m, x->bytes, 0), at),
               fits = ir_int(m, t_bool, 0);
    for (uint64_t b = 1; b <= 8; b *= 2) {
      ir_operand one = ir_emit_binary(m, IR_EQ, t_bool, bytes, ir_int(m, t_size, b), at);
      fits = ir_emit_binary(m, IR_OR, t_bool, fits, one, at);
    }
    demand(m, fits, "--ltl: the value of a signal with this type cannot stand in a formula", at);
  }
  sb_fini(&unknown);
}

void names_before(design_names *n, pass_copy *c, const ir_instr *i) {
  if (!n->list.len) return;
  if (i->op == IR_DECLARE) call_bind(n, c, i);
  if (i->op == IR_START) check_bound(n, c->to, i->at);
}

// --- members of modules ----------------------------------------------------------------------------------------------

static bool is_library(const ir_type_info *t) { return t->name && !strncmp(t->name, "sc_core::", 9); }

// Where the part of this class lies in an object of that one. Parts of the library's classes have no names.
static bool find_base(const ir_module *m, ir_type t, const char *base, uint64_t *offset) {
  const ir_type_info *i = ir_type_get(m, t);
  if (i->kind != IR_TYPE_RECORD) return false;
  if (i->name && !strcmp(i->name, base)) return true;
  for (uint32_t f = 0; f < i->n_fields; f++) {
    const char *name = i->fields[f].name;
    bool base_part = name && !strncmp(name, IR_BASE_FIELD, strlen(IR_BASE_FIELD));
    if (!base_part && !is_library(i)) continue;
    uint64_t before = *offset;
    *offset += i->fields[f].offset;
    if (find_base(m, i->fields[f].type, base, offset)) return true;
    *offset = before;
  }
  return false;
}

// The table of virtual functions: `_ZTV`, length and name; `N` ... `E` around names with a scope.
static ir_global find_table(const ir_module *m, const char *class_name) {
  strbuf b = {0};
  bool scoped = strstr(class_name, "::");
  sb_puts(&b, scoped ? "_ZTVN" : "_ZTV");
  for (const char *at = class_name; *at;) {
    const char *end = strstr(at, "::");
    size_t len = end ? (size_t)(end - at) : strlen(at);
    sb_printf(&b, "%zu%.*s", len, (int)len, at);
    at += len + (end ? 2 : 0);
  }
  if (scoped) sb_putc(&b, 'E');
  ir_global found = {0};
  for (uint32_t g = 1; g <= m->n_globals && !found.id; g++)
    if (!strcmp(m->globals[g].name, sb_text(&b))) found.id = g;
  sb_fini(&b);
  return found;
}

static bool can_be_read(const ir_type_info *t) { return t->kind == IR_TYPE_INT && t->bits <= 64; }

// In the class itself or in one that it is derived from.
static bool find_member(const ir_module *m, ir_type t, const char *name, uint64_t offset, member_of *out) {
  const ir_type_info *i = ir_type_get(m, t);
  if (i->kind != IR_TYPE_RECORD) return false;
  for (uint32_t f = 0; f < i->n_fields; f++) {
    const ir_field *x = &i->fields[f];
    if (!x->name) continue;
    if (!strcmp(x->name, name) && can_be_read(ir_type_get(m, x->type))) {
      out->offset = offset + x->offset;
      out->type = x->type;
      return true;
    }
    bool base = !strncmp(x->name, IR_BASE_FIELD, strlen(IR_BASE_FIELD));
    if (base && find_member(m, x->type, name, offset + x->offset, out)) return true;
  }
  return false;
}

// A class of the program's modules: its table, and which part of its objects `declare` names.
static bool is_module(const ir_module *m, ir_type t, member_of *out) {
  const ir_type_info *i = ir_type_get(m, t);
  uint64_t module = 0;
  if (i->kind != IR_TYPE_RECORD || !i->name || !i->align || is_library(i)) return false;
  if (!find_base(m, t, "sc_core::sc_module", &module) || !find_base(m, t, "sc_core::sc_object", &out->object))
    return false;
  out->table = find_table(m, i->name);
  return out->table.id != 0;
}

void names_members(const ir_module *m, const char *member, member_vec *out) {
  for (uint32_t t = 1; t <= m->n_types; t++) {
    member_of x = {0};
    if (is_module(m, (ir_type){t}, &x) && find_member(m, (ir_type){t}, member, 0, &x)) vec_push(out, x);
  }
}

// Members that are signals, events and the like themselves: `declare` names the part of them that is an object of the library.
static void find_places(const ir_module *m, design_name *x, const char *member) {
  for (uint32_t t = 1; t <= m->n_types; t++) {
    const ir_type_info *i = &m->types[t];
    member_of part = {0};
    if (!is_module(m, (ir_type){t}, &part)) continue;
    for (uint32_t f = 0; f < i->n_fields; f++) {
      const ir_field *field = &i->fields[f];
      const ir_type_info *own = ir_type_get(m, field->type);
      if (!field->name || strcmp(field->name, member) != 0 || own->kind != IR_TYPE_RECORD) continue;
      part.offset = field->offset;
      bool event = own->name && !strcmp(own->name, "sc_core::sc_event");
      if (event || find_base(m, field->type, "sc_core::sc_object", &part.offset)) vec_push(&x->places, part);
    }
  }
}

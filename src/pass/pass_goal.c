#include "pass/pass_goal.h"

#include <string.h>

#include "base/check.h"
#include "pass/pass_copy.h"
#include "pass/pass_goal_int.h"

typedef struct maker {
  ir_module *m;
  ir_type t_bool, t_word, t_size;
  const design_names *names;
  place at;
} maker;

// A value and whether there is one; `sure`: there always is.
typedef struct answer {
  ir_operand value, defined;
  bool sure;
} answer;

static ir_operand both(maker *k, ir_operand a, ir_operand b) {
  return ir_emit_binary(k->m, IR_AND, k->t_bool, a, b, k->at);
}

static void demand(maker *k, answer *r, ir_operand condition) {
  r->defined = r->sure ? condition : both(k, r->defined, condition);
  r->sure = false;
}

static answer sure_of(ir_operand value) { return (answer){.value = value, .sure = true}; }

// --- values ----------------------------------------------------------------------------------------------------------

static answer evaluate(maker *k, const goal_expr *e);

static ir_operand to_word(maker *k, ir_operand v) {
  const ir_type_info *i = ir_type_get(k->m, v.type);
  if (i->bits == ir_type_get(k->m, k->t_word)->bits) return v;
  ir_op op = i->is_signed && !i->is_bool ? IR_SEXT : IR_ZEXT;
  return ir_emit_unary(k->m, op, k->t_word, v, k->at);
}

static ir_operand number(maker *k, int64_t value) {
  if (ir_type_get(k->m, k->t_word)->bits <= 64) return ir_int(k->m, k->t_word, (uint64_t)value);
  return to_word(k, ir_int(k->m, k->t_size, (uint64_t)value));
}

// Integers as they are computed; everything else as it is.
static answer evaluate_number(maker *k, const goal_expr *e) {
  answer r = evaluate(k, e);
  if (ir_type_get(k->m, r.value.type)->kind == IR_TYPE_INT) r.value = to_word(k, r.value);
  return r;
}

static ir_operand zero_of(maker *k, ir_type t) {
  return ir_type_get(k->m, t)->kind == IR_TYPE_PTR ? ir_null(k->m, t) : ir_int(k->m, t, 0);
}

static ir_operand load(maker *k, ir_type type, ir_operand from) {
  return ir_emit_unary(k->m, IR_LOAD, type, from, k->at);
}

// Reads only what is there: the address may come from anywhere.
static ir_operand load_checked(maker *k, ir_type type, ir_operand from, answer *r) {
  ir_operand args[] = {from, ir_int(k->m, k->t_size, ir_type_get(k->m, type)->size)};
  demand(k, r, ir_emit_value(k->m, IR_VALID, k->t_bool, args, 2, k->at));
  ir_reg dst = ir_reg_new(k->m, NULL, type, k->at);
  ir_block yes = ir_block_new(k->m), no = ir_block_new(k->m), end = ir_block_new(k->m);
  ir_emit_branch(k->m, r->defined, yes, no, k->at);
  ir_block_begin(k->m, yes);
  ir_operand value = load(k, type, from);
  ir_emit_to(k->m, dst, IR_MOV, &value, 1, k->at);
  ir_emit_jump(k->m, end, k->at);
  ir_block_begin(k->m, no);
  value = zero_of(k, type);
  ir_emit_to(k->m, dst, IR_MOV, &value, 1, k->at);
  ir_emit_jump(k->m, end, k->at);
  ir_block_begin(k->m, end);
  return ir_reg_operand(k->m, dst);
}

static ir_operand advance(maker *k, ir_operand base, ir_operand bytes) {
  return ir_emit_binary(k->m, IR_PTRADD, ir_type_ptr(k->m, IR_VOID), base, bytes, k->at);
}

// Behind a pointer the access says whether the element exists; in an array an index out of bounds must not reach what
// lies beside it.
static ir_operand element(maker *k, const goal_step *s, ir_operand base, answer *r) {
  answer index = evaluate_number(k, s->index);
  if (!index.sure) demand(k, r, index.defined);
  ir_operand i = index.value;
  uint32_t bits = ir_type_get(k->m, i.type)->bits;
  if (bits < 64) i = ir_emit_unary(k->m, IR_SEXT, k->t_size, i, k->at);
  if (bits > 64) i = ir_emit_unary(k->m, IR_TRUNC, k->t_size, i, k->at);
  bool fixed = s->index->kind == GOAL_NUMBER && s->count && (uint64_t)s->index->value < s->count;
  if (s->count && !fixed) {
    ir_operand inside = ir_emit_binary(k->m, IR_ULT, k->t_bool, i, ir_int(k->m, k->t_size, s->count), k->at);
    demand(k, r, inside);
    ir_operand args[] = {inside, i, ir_int(k->m, k->t_size, 0)};
    i = ir_emit_value(k->m, IR_SELECT, k->t_size, args, 3, k->at);
  }
  ir_operand size = ir_int(k->m, k->t_size, ir_type_get(k->m, s->type)->size);
  return advance(k, base, ir_emit_binary(k->m, IR_MUL, k->t_size, i, size, k->at));
}

static answer read_path(maker *k, const goal_expr *e) {
  answer r = {.sure = true};
  ir_operand at = ir_global_addr(k->m, e->root, 0);
  ir_type type = ir_global_get(k->m, e->root)->type;
  bool inside = true;  // the address lies in the global
  for (const goal_step *s = e->steps; s; s = s->next) {
    switch (s->kind) {
    case GOAL_FIELD: at = advance(k, at, ir_int(k->m, k->t_size, s->offset)); break;
    case GOAL_INDEX: at = element(k, s, at, &r); break;
    case GOAL_DEREF:
      at = inside ? load(k, type, at) : load_checked(k, type, at, &r);
      inside = false;
      break;
    }
    type = s->type;
  }
  r.value = inside ? load(k, e->type, at) : load_checked(k, e->type, at, &r);
  return r;
}

// --- names of a design -----------------------------------------------------------------------------------------------

static ir_operand load_hidden(maker *k, ir_type type, ir_global g) { return load(k, type, ir_global_addr(k->m, g, 0)); }

static ir_operand equals(maker *k, ir_operand a, ir_operand b) {
  return ir_emit_binary(k->m, IR_EQ, k->t_bool, a, b, k->at);
}

// Puts a value of `bits` at an address into dst, with or without its sign, if the condition holds; goes on in a new block.
static void load_if(maker *k, ir_operand condition, ir_operand from, uint32_t bits, bool is_signed, ir_reg dst,
                    ir_block end) {
  ir_block yes = ir_block_new(k->m), no = ir_block_new(k->m);
  ir_emit_branch(k->m, condition, yes, no, k->at);
  ir_block_begin(k->m, yes);
  ir_operand value = load(k, ir_type_int(k->m, bits, is_signed, NULL), from);
  ir_emit_to(k->m, dst, is_signed ? IR_SEXT : IR_ZEXT, &value, 1, k->at);
  ir_emit_jump(k->m, end, k->at);
  ir_block_begin(k->m, no);
}

// A signal holds 1, 2, 4 or 8 bytes: the simulation does not start otherwise.
static void load_signal(maker *k, const design_name *x, ir_operand from, ir_reg dst, ir_block end) {
  ir_operand bytes = load_hidden(k, k->t_size, x->bytes), sign = load_hidden(k, k->t_size, x->is_signed);
  for (uint32_t n = 1; n <= 8; n *= 2) {
    for (uint64_t s = 0; s < 2; s++) {
      ir_operand fits = equals(k, bytes, ir_int(k->m, k->t_size, n));
      load_if(k, both(k, fits, equals(k, sign, ir_int(k->m, k->t_size, s))), from, 8 * n, s, dst, end);
    }
  }
}

// The object of a module begins with the address of its class' table, behind the two words before the functions.
static void load_member(maker *k, const goal_expr *e, ir_operand module, ir_reg dst, ir_block end) {
  ir_type t_ptr = ir_type_ptr(k->m, IR_VOID);
  uint64_t word = ir_type_get(k->m, t_ptr)->size;
  for (uint32_t i = 0; i < e->n_members; i++) {
    const member_of *x = &e->members[i];
    const ir_type_info *t = ir_type_get(k->m, x->type);
    ir_operand object = advance(k, module, ir_int(k->m, k->t_size, (uint64_t)0 - x->object));
    ir_operand is = equals(k, load(k, t_ptr, object), ir_global_addr(k->m, x->table, 2 * word));
    ir_operand at = advance(k, object, ir_int(k->m, k->t_size, x->offset));
    if (t->is_bool || t->bits < 8) {
      ir_block yes = ir_block_new(k->m), no = ir_block_new(k->m);
      ir_emit_branch(k->m, is, yes, no, k->at);
      ir_block_begin(k->m, yes);
      ir_operand value = load(k, x->type, at);
      ir_emit_to(k->m, dst, IR_ZEXT, &value, 1, k->at);
      ir_emit_jump(k->m, end, k->at);
      ir_block_begin(k->m, no);
    } else {
      load_if(k, is, at, t->bits, t->is_signed, dst, end);
    }
  }
}

// Before the simulation starts a name means nothing.
static answer read_name(maker *k, const goal_expr *e) {
  const design_name *x = &k->names->list.data[e->name];
  ir_type t_ptr = ir_type_ptr(k->m, IR_VOID);
  ir_reg dst = ir_reg_new(k->m, NULL, k->t_word, k->at), defined = ir_reg_new(k->m, NULL, k->t_bool, k->at);
  ir_block there = ir_block_new(k->m), end = ir_block_new(k->m), nothing = ir_block_new(k->m);
  ir_operand from = load_hidden(k, t_ptr, x->address), yes = ir_int(k->m, k->t_bool, 1),
             no = ir_int(k->m, k->t_bool, 0);
  ir_operand zero = number(k, 0);
  ir_emit_to(k->m, defined, IR_MOV, &yes, 1, k->at);
  ir_operand valid[] = {from, ir_int(k->m, k->t_size, 1)};
  ir_emit_branch(k->m, ir_emit_value(k->m, IR_VALID, k->t_bool, valid, 2, k->at), there, nothing, k->at);
  ir_block_begin(k->m, there);
  if (e->n_members)
    load_member(k, e, from, dst, end);
  else
    load_signal(k, x, from, dst, end);
  ir_emit_jump(k->m, nothing, k->at);
  ir_block_begin(k->m, nothing);
  ir_emit_to(k->m, dst, IR_MOV, &zero, 1, k->at);
  ir_emit_to(k->m, defined, IR_MOV, &no, 1, k->at);
  ir_emit_jump(k->m, end, k->at);
  ir_block_begin(k->m, end);
  return (answer){.value = ir_reg_operand(k->m, dst), .defined = ir_reg_operand(k->m, defined)};
}

static ir_op op_of(goal_op op) {
  switch (op) {
  case GOAL_ADD: return IR_ADD;
  case GOAL_SUB: return IR_SUB;
  case GOAL_MUL: return IR_MUL;
  case GOAL_DIV: return IR_SDIV;
  case GOAL_MOD: return IR_SREM;
  case GOAL_LT:
  case GOAL_GT: return IR_SLT;
  case GOAL_LE:
  case GOAL_GE: return IR_SLE;
  case GOAL_EQ: return IR_EQ;
  case GOAL_NE: return IR_NE;
  case GOAL_AND: return IR_AND;
  case GOAL_OR: return IR_OR;
  }
  UNREACHABLE("an operation");
}

static ir_operand truth(maker *k, const goal_expr *e, bool positive);

static answer evaluate_binary(maker *k, const goal_expr *e) {
  answer a = evaluate_number(k, e->a), b = evaluate_number(k, e->b);
  // The null of a comparison has the type of the other side.
  if (e->a->kind == GOAL_NULL) a.value = ir_null(k->m, b.value.type);
  if (e->b->kind == GOAL_NULL) b.value = ir_null(k->m, a.value.type);
  answer r = a;
  if (!b.sure) demand(k, &r, b.defined);
  if (e->op == GOAL_DIV || e->op == GOAL_MOD)
    demand(k, &r, ir_emit_binary(k->m, IR_NE, k->t_bool, b.value, number(k, 0), k->at));
  bool swapped = e->op == GOAL_GT || e->op == GOAL_GE;
  ir_type type = e->is == GOAL_IS_BOOL ? k->t_bool : k->t_word;
  r.value = ir_emit_binary(k->m, op_of(e->op), type, swapped ? b.value : a.value, swapped ? a.value : b.value, k->at);
  return r;
}

static answer evaluate(maker *k, const goal_expr *e) {
  switch (e->kind) {
  case GOAL_NUMBER: return sure_of(number(k, e->value));
  case GOAL_TRUTH: return sure_of(ir_int(k->m, k->t_bool, e->value != 0));
  case GOAL_NULL: return sure_of(ir_null(k->m, ir_type_ptr(k->m, IR_VOID)));
  case GOAL_PATH: return read_path(k, e);
  case GOAL_NAMED: return read_name(k, e);
  case GOAL_NOT: return sure_of(truth(k, e, true));  // a truth value inside of a comparison: false if it is neither
  case GOAL_BINARY:
    if (e->op == GOAL_AND || e->op == GOAL_OR) return sure_of(truth(k, e, true));
    return evaluate_binary(k, e);
  }
  UNREACHABLE("kind of an expression");
}

// --- truth -----------------------------------------------------------------------------------------------------------

// Is e certainly true (or, if not positive, certainly false)?
static ir_operand truth(maker *k, const goal_expr *e, bool positive) {
  if (e->kind == GOAL_NOT) return truth(k, e->a, !positive);
  if (e->kind == GOAL_BINARY && (e->op == GOAL_AND || e->op == GOAL_OR)) {
    ir_operand a = truth(k, e->a, positive), b = truth(k, e->b, positive);
    bool conjunction = (e->op == GOAL_AND) == positive;
    return ir_emit_binary(k->m, conjunction ? IR_AND : IR_OR, k->t_bool, a, b, k->at);
  }
  answer r = evaluate(k, e);
  ir_operand holds = r.value;
  // A number or pointer is true if it is not zero.
  if (e->is == GOAL_IS_POINTER)
    holds = ir_emit_binary(k->m, IR_NE, k->t_bool, r.value, zero_of(k, r.value.type), k->at);
  if (e->is == GOAL_IS_INT) holds = ir_emit_binary(k->m, IR_NE, k->t_bool, to_word(k, r.value), number(k, 0), k->at);
  if (!positive) holds = ir_emit_unary(k->m, IR_NOT, k->t_bool, holds, k->at);
  return r.sure ? holds : both(k, r.defined, holds);
}

// --- the observer ----------------------------------------------------------------------------------------------------

void goal_add_observer(ir_module *m, const char *name, const goal_tree *tree, place at, const char *reported) {
  maker k = {.m = m, .names = tree->names, .at = at};
  k.t_bool = ir_type_bool(m);
  k.t_word = ir_type_int(m, tree->width, true, NULL);
  k.t_size = ir_type_int(m, 64, true, NULL);
  ir_func f = ir_func_declare(m, name, IR_VOID, k.at);
  ir_proc_observes(m, ir_proc_add(m, name, f, false, k.at));
  ir_func_begin(m, f);
  ir_block_begin(m, ir_block_new(m));
  ir_emit_void(m, IR_AWAIT_BEGIN, 0, NULL, 0, k.at);
  ir_operand holds = truth(&k, tree->root, true);
  ir_emit_void(m, IR_AWAIT, 0, &holds, 1, k.at);
  if (reported) ir_emit_check(m, IR_CHECK_GOAL, ir_int(m, k.t_bool, 0), reported, k.at);
  ir_emit_void(m, IR_RETURN, 0, NULL, 0, k.at);
  ir_func_end(m);
}

ir_module *pass_goal(const ir_module *m, const char *goal, strbuf *error) {
  if (m->scheduler != IR_SCHED_INTERLEAVE) {
    sb_puts(error,
            "--goal: goals are for C, C++, dlang and C_min programs; here an assertion says what must not happen");
    return NULL;
  }
  if (pass_goal_text(m)) {
    sb_puts(error, "--goal: the program has a goal already");
    return NULL;
  }
  arena *mem = arena_new();
  goal_tree tree = {0};
  pass_copy c = {.from = m};
  if (goal_parse(m, goal, mem, &tree, error)) {
    pass_copy_module(&c);
    ir_add_source(c.to, PASS_GOAL_SOURCE, goal, strlen(goal));
    goal_add_observer(c.to, "goal", &tree, (place){PASS_GOAL_SOURCE, 1, 1}, goal);
    const char *why = NULL;
    if (!ir_freeze(c.to, &why)) check_failed(__FILE__, __LINE__, "goal", why);
  }
  arena_free(mem);
  return c.to;
}

const char *pass_goal_text(const ir_module *m) {
  for (uint32_t i = 0; i < m->n_sources; i++)
    if (strcmp(m->sources[i].file, PASS_GOAL_SOURCE) == 0) return m->sources[i].text;
  return NULL;
}

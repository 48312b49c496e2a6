// C_min to IR. One statement, one step (doc/cmin.md 3): a statement that touches memory or draws an input is an atomic
// region, an await begins with its guard, everything else begins with `step`. A region stays the start of a step also where
// the analysis finds that nobody else sees what it accesses.
#include "front/cmin/cmin.h"

typedef struct lowering {
  cm_program *prog;
  ir_module *m;
  ir_type t_int, t_bool, t_size;
  const cm_thread *thread;
  ir_block *blocks;   // by statement of the thread
  const char *drawn;  // name of the inputs that are drawn now
  place at;           // of the statement
} lowering;

static ir_operand number(lowering *l, int64_t value) { return ir_int(l->m, l->t_int, (uint64_t)value); }
static ir_operand truth(lowering *l, bool value) { return ir_int(l->m, l->t_bool, value); }

// --- types -----------------------------------------------------------------------------------------------------------

static ir_type lower_type(lowering *l, cm_type *t) {
  switch (t->kind) {
  case CM_INT: return l->t_int;
  case CM_BOOL: return l->t_bool;
  case CM_STRUCT:
    if (!t->ir.id) t->ir = ir_type_record_declare(l->m, t->record->name);
    return t->ir;
  case CM_POINTER:
    if (!t->ir.id) t->ir = ir_type_ptr(l->m, lower_type(l, t->elem));
    return t->ir;
  }
  UNREACHABLE("kind of a type");
}

// Parts held by value come first; the checker has seen that this ends.
static void define_struct(lowering *l, cm_struct *s) {
  ir_type record = lower_type(l, &s->type);
  if (ir_type_is_complete(l->m, record)) return;
  ir_field *fields = ARENA_NEW_N(l->prog->mem, ir_field, s->members.len);
  for (size_t i = 0; i < s->members.len; i++) {
    cm_type *t = s->members.data[i].type;
    if (t->kind == CM_STRUCT) define_struct(l, t->record);
    fields[i] = (ir_field){.name = s->members.data[i].name, .type = lower_type(l, t)};
  }
  bool defined = ir_type_record_define(l->m, record, fields, (uint32_t)s->members.len);
  CHECK(defined, "the checker has looked at the sizes of structs");
}

static uint64_t offset_of(lowering *l, const cm_lexp *p) {
  cm_type *record = p->var->type->elem;
  return ir_type_get(l->m, lower_type(l, record))->fields[p->member].offset;
}

// --- paths -----------------------------------------------------------------------------------------------------------

static ir_operand load(lowering *l, cm_type *t, ir_operand from, place at) {
  return ir_emit_unary(l->m, IR_LOAD, lower_type(l, t), from, at);
}

static ir_operand load_var(lowering *l, const cm_var *v, place at) {
  return load(l, v->type, ir_global_addr(l->m, v->global, 0), at);
}

// The cell that a path means. What is wrong with the pointer shows when the cell is accessed.
static ir_operand cell(lowering *l, const cm_lexp *p) {
  if (p->form == CM_PATH_VAR) return ir_global_addr(l->m, p->var->global, 0);
  ir_operand base = load_var(l, p->var, p->at);
  if (p->form == CM_PATH_DEREF) return base;
  ir_operand offset = ir_int(l->m, l->t_size, offset_of(l, p));
  return ir_emit_binary(l->m, IR_PTRADD, ir_type_ptr(l->m, lower_type(l, p->type)), base, offset, p->at);
}

// No transition leaves a state that has failed [SYMCPP05], also where this kind of failure is not looked for.
static void check(lowering *l, ir_check kind, ir_operand good, const char *message, place at) {
  ir_emit_check(l->m, kind, good, message, at);
  ir_emit_void(l->m, IR_ASSUME, 0, &good, 1, at);
}

static void check_points(lowering *l, ir_operand pointer, const char *message, place at) {
  ir_operand points = ir_emit_binary(l->m, IR_NE, l->t_bool, pointer, ir_null(l->m, pointer.type), at);
  check(l, IR_CHECK_NULL, points, message, at);
}

// &v->m is null's mistake, but not that of a freed object [SYMCPP05].
static ir_operand address(lowering *l, const cm_lexp *p) {
  if (p->form == CM_PATH_VAR) return ir_global_addr(l->m, p->var->global, 0);
  ir_operand base = load_var(l, p->var, p->at);
  check_points(l, base, "null pointer has no members", p->at);
  ir_operand offset = ir_int(l->m, l->t_size, offset_of(l, p));
  return ir_emit_binary(l->m, IR_PTRADD, ir_type_ptr(l->m, lower_type(l, p->type)), base, offset, p->at);
}

// What &v->m says of null holds here too; a static variable is never free.
static ir_operand lower_isfree(lowering *l, const cm_lexp *p, place at) {
  if (p->form == CM_PATH_VAR) return truth(l, false);
  ir_operand base = load_var(l, p->var, p->at);
  check_points(l, base, "null pointer is dereferenced", p->at);
  ir_operand args[] = {base, ir_int(l->m, l->t_size, ir_type_get(l->m, lower_type(l, p->var->type->elem))->size)};
  ir_operand valid = ir_emit_value(l->m, IR_VALID, l->t_bool, args, 2, at);
  return ir_emit_unary(l->m, IR_NOT, l->t_bool, valid, at);
}

// --- expressions -----------------------------------------------------------------------------------------------------

static ir_operand lower(lowering *l, const cm_expr *e);

// Neither fails nor draws: may be evaluated where its value is not asked for.
static bool is_total(const cm_expr *e) {
  switch (e->kind) {
  case CM_NUMBER:
  case CM_TRUTH:
  case CM_NULL: return true;
  case CM_READ:
  case CM_ADDRESS: return e->lexp.form == CM_PATH_VAR;
  case CM_ND:
  case CM_FAIL:
  case CM_ISFREE: return false;
  case CM_BINARY:
    if ((e->op == CM_DIV || e->op == CM_MOD) && (e->b->kind != CM_NUMBER || !e->b->value)) return false;
    return is_total(e->a) && is_total(e->b);
  case CM_NOT: return is_total(e->a);
  case CM_COND: return is_total(e->a) && is_total(e->b) && is_total(e->c);
  }
  return false;
}

static ir_op op_of(cm_op op) {
  switch (op) {
  case CM_ADD: return IR_ADD;
  case CM_SUB: return IR_SUB;
  case CM_MUL: return IR_MUL;
  case CM_DIV: return IR_SDIV;
  case CM_MOD: return IR_SREM;
  case CM_LT:
  case CM_GT: return IR_SLT;
  case CM_LE:
  case CM_GE: return IR_SLE;
  case CM_EQ: return IR_EQ;
  case CM_NE: return IR_NE;
  case CM_AND: return IR_AND;
  case CM_OR: return IR_OR;
  }
  UNREACHABLE("an operation");
}

// Both sides of every operation are evaluated, also those of `and` and `or`: one that fails makes the whole fail.
static ir_operand lower_binary(lowering *l, const cm_expr *e) {
  ir_operand a = lower(l, e->a), b = lower(l, e->b);
  if (e->op == CM_DIV || e->op == CM_MOD) {
    ir_operand defined = ir_emit_binary(l->m, IR_NE, l->t_bool, b, number(l, 0), e->at);
    check(l, IR_CHECK_DIV, defined, "division by zero", e->at);
  }
  bool swapped = e->op == CM_GT || e->op == CM_GE;
  return ir_emit_binary(l->m, op_of(e->op), lower_type(l, e->type), swapped ? b : a, swapped ? a : b, e->at);
}

// nd(a, b): any of [a, b]; 0 if that is empty [SYMCPP05].
static ir_operand lower_draw(lowering *l, const cm_expr *e) {
  ir_operand from = number(l, 0), to = from;
  if (e->a) {
    from = lower(l, e->a);
    to = lower(l, e->b);
  }
  ir_reg dst = ir_reg_new(l->m, NULL, l->t_int, e->at);
  ir_instr i = {.op = IR_NONDET, .type = l->t_int, .dst = dst, .text = l->drawn, .at = e->at};
  ir_emit(l->m, &i);
  ir_operand input = ir_reg_operand(l->m, dst);
  if (!e->a) return input;
  ir_operand low = ir_emit_binary(l->m, IR_SLE, l->t_bool, from, input, e->at);
  ir_operand high = ir_emit_binary(l->m, IR_SLE, l->t_bool, input, to, e->at);
  ir_operand inside = ir_emit_binary(l->m, IR_AND, l->t_bool, low, high, e->at);
  bool fixed = e->a->kind == CM_NUMBER && e->b->kind == CM_NUMBER && e->a->value <= e->b->value;
  if (!fixed) {
    ir_operand some = ir_emit_binary(l->m, IR_SLE, l->t_bool, from, to, e->at);
    ir_operand zero = ir_emit_binary(l->m, IR_EQ, l->t_bool, input, number(l, 0), e->at);
    inside = ir_emit_value(l->m, IR_SELECT, l->t_bool, (ir_operand[]){some, inside, zero}, 3, e->at);
  }
  ir_emit_void(l->m, IR_ASSUME, 0, &inside, 1, e->at);
  return input;
}

// The arm that is not taken is not evaluated. Pointers are chosen by a branch: they stay explicit then.
static ir_operand lower_cond(lowering *l, const cm_expr *e) {
  ir_operand c = lower(l, e->a);
  if (is_total(e->b) && is_total(e->c) && e->type->kind != CM_POINTER) {
    ir_operand args[] = {c, lower(l, e->b), lower(l, e->c)};
    return ir_emit_value(l->m, IR_SELECT, lower_type(l, e->type), args, 3, e->at);
  }
  ir_reg dst = ir_reg_new(l->m, NULL, lower_type(l, e->type), e->at);
  ir_block yes = ir_block_new(l->m), no = ir_block_new(l->m), end = ir_block_new(l->m);
  ir_emit_branch(l->m, c, yes, no, e->at);
  ir_block_begin(l->m, yes);
  ir_operand value = lower(l, e->b);
  ir_emit_to(l->m, dst, IR_MOV, &value, 1, e->at);
  ir_emit_jump(l->m, end, e->at);
  ir_block_begin(l->m, no);
  value = lower(l, e->c);
  ir_emit_to(l->m, dst, IR_MOV, &value, 1, e->at);
  ir_emit_jump(l->m, end, e->at);
  ir_block_begin(l->m, end);
  return ir_reg_operand(l->m, dst);
}

static ir_operand zero_of(lowering *l, cm_type *t) {
  if (t->kind == CM_POINTER) return ir_null(l->m, lower_type(l, t));
  return ir_int(l->m, lower_type(l, t), 0);
}

static ir_operand lower(lowering *l, const cm_expr *e) {
  switch (e->kind) {
  case CM_NUMBER: return number(l, e->value);
  case CM_TRUTH: return truth(l, e->value != 0);
  case CM_NULL: return zero_of(l, e->type);
  case CM_ND: return lower_draw(l, e);
  case CM_FAIL: check(l, IR_CHECK_FAIL, truth(l, false), "fail is evaluated", e->at); return zero_of(l, e->type);
  case CM_READ: return load(l, e->type, cell(l, &e->lexp), e->at);
  case CM_ADDRESS: return address(l, &e->lexp);
  case CM_ISFREE: return lower_isfree(l, &e->lexp, e->at);
  case CM_BINARY: return lower_binary(l, e);
  case CM_NOT: return ir_emit_unary(l->m, IR_NOT, l->t_bool, lower(l, e->a), e->at);
  case CM_COND: return lower_cond(l, e);
  }
  UNREACHABLE("kind of an expression");
}

// --- statements ------------------------------------------------------------------------------------------------------

static const char *path_text(lowering *l, const cm_lexp *p) {
  switch (p->form) {
  case CM_PATH_VAR: return p->var->name;
  case CM_PATH_DEREF: return arena_printf(l->prog->mem, "*%s", p->var->name);
  case CM_PATH_MEMBER: return arena_printf(l->prog->mem, "%s->%s", p->var->name, p->member_name);
  }
  UNREACHABLE("form of a path");
}

// All addresses and values come from the old state; then a later update of a cell wins.
static void lower_assigns(lowering *l, const cm_stmt *s) {
  ir_operand *to = ARENA_NEW_N(l->prog->mem, ir_operand, s->n_assigns);
  ir_operand *values = ARENA_NEW_N(l->prog->mem, ir_operand, s->n_assigns);
  for (uint32_t i = 0; i < s->n_assigns; i++) {
    to[i] = cell(l, &s->assigns[i].target);
    l->drawn = path_text(l, &s->assigns[i].target);
    values[i] = lower(l, s->assigns[i].value);
  }
  for (uint32_t i = 0; i < s->n_assigns; i++) {
    ir_emit_store(l->m, lower_type(l, s->assigns[i].target.type), to[i], values[i], s->assigns[i].target.at);
  }
}

static void begin_region(lowering *l) { ir_emit_void(l->m, IR_ATOMIC_BEGIN, 0, NULL, 0, l->at); }
static void end_region(lowering *l) { ir_emit_void(l->m, IR_ATOMIC_END, 0, NULL, 0, l->at); }

static void lower_await(lowering *l, const cm_stmt *s) {
  if (s->n_assigns) begin_region(l);
  ir_emit_void(l->m, IR_AWAIT_BEGIN, 0, NULL, 0, l->at);
  ir_operand holds = lower(l, s->cond);
  ir_emit_void(l->m, IR_AWAIT, 0, &holds, 1, l->at);
  if (!s->n_assigns) return;
  lower_assigns(l, s);
  end_region(l);
}

static void lower_jump(lowering *l, const cm_stmt *s) {
  if (s->cond->kind == CM_TRUTH) {
    ir_emit_void(l->m, IR_STEP, 0, NULL, 0, l->at);
    ir_emit_jump(l->m, l->blocks[s->cond->value ? s->yes.index : s->no.index], l->at);
    return;
  }
  l->drawn = s->label;
  begin_region(l);
  ir_operand c = lower(l, s->cond);
  end_region(l);
  ir_emit_branch(l->m, c, l->blocks[s->yes.index], l->blocks[s->no.index], l->at);
}

static void lower_memory(lowering *l, const cm_stmt *s) {
  begin_region(l);
  if (s->kind == CM_NEW) {
    ir_operand one = ir_int(l->m, l->t_size, 1);
    ir_operand made = ir_emit_unary(l->m, IR_NEW, lower_type(l, s->var->type->elem), one, l->at);
    ir_emit_store(l->m, lower_type(l, s->var->type), ir_global_addr(l->m, s->var->global, 0), made, l->at);
  } else {
    ir_operand old = load_var(l, s->var, l->at);
    ir_emit_void(l->m, IR_FREE, 0, &old, 1, l->at);
  }
  end_region(l);
}

static void lower_stmt(lowering *l, uint32_t index) {
  const cm_stmt *s = &l->thread->stmts.data[index];
  l->at = s->at;
  ir_block_begin(l->m, l->blocks[index]);
  if (cm_stmt_ends(l->thread, index)) {
    ir_emit_void(l->m, IR_RETURN, 0, NULL, 0, l->at);
    return;
  }
  switch (s->kind) {
  case CM_ASSIGN:
    begin_region(l);
    lower_assigns(l, s);
    end_region(l);
    break;
  case CM_AWAIT: lower_await(l, s); break;
  case CM_JUMP: lower_jump(l, s); return;
  case CM_NEW:
  case CM_DELETE: lower_memory(l, s); break;
  }
  // The last label is its own successor.
  bool last = index + 1 == l->thread->stmts.len;
  ir_emit_jump(l->m, l->blocks[last ? index : index + 1], l->at);
}

// --- the program -----------------------------------------------------------------------------------------------------

static void make_global(lowering *l, cm_var *v) {
  v->global = ir_global_add(l->m, v->name, lower_type(l, v->type), v->at);
  if (v->init) ir_global_init(l->m, v->global, 0, ir_int(l->m, lower_type(l, v->type), (uint64_t)v->init));
}

static void make_thread(lowering *l, const cm_thread *t) {
  const char *name = arena_printf(l->prog->mem, "thread %llu", (unsigned long long)t->number);
  ir_func f = ir_func_declare(l->m, name, IR_VOID, t->at);
  ir_proc_add(l->m, name, f, false, t->at);
  ir_func_begin(l->m, f);
  l->thread = t;
  l->blocks = ARENA_NEW_N(l->prog->mem, ir_block, t->stmts.len);
  for (uint32_t i = 0; i < t->stmts.len; i++) l->blocks[i] = ir_block_new(l->m);
  for (uint32_t i = 0; i < t->stmts.len; i++) lower_stmt(l, i);
  ir_func_end(l->m);
}

ir_module *cm_lower(cm_program *prog, const char *text, size_t len) {
  lowering l = {.prog = prog, .m = ir_module_new("cmin", IR_SCHED_INTERLEAVE, 64)};
  ir_set_separate(l.m, true);
  ir_set_properties(l.m, "assert,null,bounds,div-by-zero");
  ir_add_source(l.m, prog->file, text, len);
  l.t_int = ir_type_int(l.m, 32, true, "int");
  l.t_bool = ir_type_bool(l.m);
  l.t_size = ir_type_int(l.m, 64, true, NULL);
  for (size_t i = 0; i < prog->structs.len; i++) define_struct(&l, prog->structs.data[i]);
  for (size_t i = 0; i < prog->vars.len; i++) make_global(&l, prog->vars.data[i]);
  for (size_t i = 0; i < prog->threads.len; i++) make_thread(&l, prog->threads.data[i]);
  place at = prog->threads.data[0]->at;
  ir_func entry = ir_func_declare(l.m, "main", IR_VOID, at);
  ir_func_begin(l.m, entry);
  ir_block_begin(l.m, ir_block_new(l.m));
  ir_emit_void(l.m, IR_START, IR_START_IVL, NULL, 0, at);
  ir_emit_void(l.m, IR_RETURN, 0, NULL, 0, at);
  ir_func_end(l.m);
  ir_set_entry(l.m, entry);
  return l.m;
}

// dlang to IR. One step per statement (doc/dlang.md 3): what accesses shared memory once begins with that access, what
// accesses it more often is an atomic region, what does not access it at all begins with `step`.
#include "front/dlang/dlang.h"

typedef struct lowering {
  dl_program *prog;
  ir_module *m;
  ir_type t_int, t_bool, t_address;
  int64_t self;  // number of the process, from 0
  place at;      // of the statement
} lowering;

static ir_operand number(lowering *l, int64_t value) { return ir_int(l->m, l->t_int, (uint64_t)value); }

static int64_t initial(const dl_var *v, uint64_t i) { return i < v->n_init ? v->init[i] : 0; }

// A constant scalar is its value: it is nowhere in memory.
static bool is_folded(const dl_expr *e) { return e->var->storage == DL_CONST && e->var->length == 1 && !e->index; }

// --- how often is shared memory accessed? ----------------------------------------------------------------------------------

static uint32_t accesses(const dl_expr *e) {
  if (!e) return 0;
  switch (e->kind) {
  case DL_NUMBER: return 0;
  case DL_VAR: return accesses(e->index) + (e->var->storage == DL_SHARED);
  case DL_BINARY: return accesses(e->a) + accesses(e->b);
  case DL_CAS: return accesses(e->target) + accesses(e->a) + accesses(e->b);
  }
  return 0;
}

static void begin_step(lowering *l, uint32_t n) {
  if (n == 0) ir_emit_void(l->m, IR_STEP, 0, NULL, 0, l->at);
  if (n > 1) ir_emit_void(l->m, IR_ATOMIC_BEGIN, 0, NULL, 0, l->at);
}

static void end_step(lowering *l, uint32_t n) {
  if (n > 1) ir_emit_void(l->m, IR_ATOMIC_END, 0, NULL, 0, l->at);
}

// --- expressions -----------------------------------------------------------------------------------------------------------

static ir_operand lower(lowering *l, const dl_expr *e);

static uint32_t access_flags(const dl_var *v) { return v->storage == DL_SHARED ? IR_ATOMIC : IR_HIDDEN; }

static ir_operand element(lowering *l, const dl_var *v, ir_operand index, place at) {
  ir_operand base = v->storage == DL_LOCAL ? ir_reg_operand(l->m, v->reg) : ir_global_addr(l->m, v->global, 0);
  // Compared as unsigned: a negative index is too large.
  ir_operand inside = ir_emit_binary(l->m, IR_ULT, l->t_bool, index, number(l, (int64_t)v->length), at);
  ir_emit_check(l->m, IR_CHECK_BOUNDS, inside, "index out of bounds", at);
  ir_operand offset = ir_emit_binary(l->m, IR_MUL, l->t_int, index, number(l, 8), at);
  return ir_emit_binary(l->m, IR_PTRADD, l->t_address, base, offset, at);
}

// The address of a variable that is no register.
static ir_operand address(lowering *l, const dl_expr *e) {
  const dl_var *v = e->var;
  bool fixed = !e->index || (e->index->kind == DL_NUMBER && (uint64_t)e->index->value < v->length);
  if (!fixed) return element(l, v, lower(l, e->index), e->at);
  uint64_t offset = e->index ? 8 * (uint64_t)e->index->value : 0;
  if (v->storage != DL_LOCAL) return ir_global_addr(l->m, v->global, offset);
  return ir_emit_binary(l->m, IR_PTRADD, l->t_address, ir_reg_operand(l->m, v->reg), number(l, (int64_t)offset), e->at);
}

static bool in_register(const dl_var *v) { return v->storage == DL_LOCAL && v->length == 1; }

// A scalar may be written x[0].
static void check_scalar_index(lowering *l, const dl_expr *e) {
  if (!e->index) return;
  ir_operand inside = ir_emit_binary(l->m, IR_EQ, l->t_bool, lower(l, e->index), number(l, 0), e->at);
  ir_emit_check(l->m, IR_CHECK_BOUNDS, inside, "index out of bounds", e->at);
}

static ir_operand emit_access(lowering *l, ir_op op, uint32_t flags, const ir_operand *args, uint32_t n, place at) {
  ir_instr i = {.op = op, .flags = flags, .type = l->t_int, .n_args = n, .args = args, .at = at};
  if (op != IR_STORE) i.dst = ir_reg_new(l->m, NULL, l->t_int, at);
  ir_emit(l->m, &i);
  return op == IR_STORE ? args[1] : ir_reg_operand(l->m, i.dst);
}

static ir_operand load(lowering *l, const dl_expr *e) {
  if (is_folded(e)) return number(l, initial(e->var, 0));
  if (in_register(e->var)) {
    check_scalar_index(l, e);
    return ir_reg_operand(l->m, e->var->reg);
  }
  ir_operand at = address(l, e);
  return emit_access(l, IR_LOAD, access_flags(e->var), &at, 1, e->at);
}

static ir_operand lower_binary(lowering *l, const dl_expr *e) {
  ir_operand a = lower(l, e->a), b = lower(l, e->b);
  if (e->op == IR_SDIV || e->op == IR_SREM) {
    ir_operand defined = ir_emit_binary(l->m, IR_NE, l->t_bool, b, number(l, 0), e->at);
    ir_emit_check(l->m, IR_CHECK_DIV, defined, "division by zero", e->at);
  }
  return ir_emit_binary(l->m, e->op, l->t_int, a, b, e->at);
}

// 1 if the values were exchanged, else 0. A variable of the process alone needs no operation of its own.
static ir_operand lower_swap(lowering *l, const dl_expr *e) {
  ir_operand args[3];
  bool plain = in_register(e->target->var);
  if (plain) {
    check_scalar_index(l, e->target);
    args[0] = ir_reg_operand(l->m, e->target->var->reg);
  } else {
    args[0] = address(l, e->target);
  }
  args[1] = lower(l, e->a);
  args[2] = lower(l, e->b);
  ir_operand old = plain ? args[0] : emit_access(l, IR_CAS, access_flags(e->target->var), args, 3, e->at);
  ir_operand same = ir_emit_binary(l->m, IR_EQ, l->t_bool, old, args[1], e->at);
  ir_operand result = ir_emit_unary(l->m, IR_ZEXT, l->t_int, same, e->at);
  if (plain) {
    ir_operand choice[] = {same, args[2], args[0]};
    ir_emit_to(l->m, e->target->var->reg, IR_SELECT, choice, 3, e->at);
  }
  return result;
}

static ir_operand lower(lowering *l, const dl_expr *e) {
  switch (e->kind) {
  case DL_NUMBER: return number(l, e->value);
  case DL_VAR: return load(l, e);
  case DL_BINARY: return lower_binary(l, e);
  case DL_CAS: return lower_swap(l, e);
  }
  UNREACHABLE("kind of an expression");
}

static void assign(lowering *l, const dl_expr *to, ir_operand value) {
  if (in_register(to->var)) {
    check_scalar_index(l, to);
    ir_emit_to(l->m, to->var->reg, IR_MOV, &value, 1, to->at);
    return;
  }
  ir_operand args[] = {address(l, to), value};
  emit_access(l, IR_STORE, access_flags(to->var), args, 2, to->at);
}

static ir_operand lower_condition(lowering *l, const dl_cond *c) {
  ir_operand a = lower(l, c->a), b = lower(l, c->b);
  switch (c->op) {
  case DL_LESS: return ir_emit_binary(l->m, IR_SLT, l->t_bool, a, b, c->a->at);
  case DL_GREATER: return ir_emit_binary(l->m, IR_SLT, l->t_bool, b, a, c->a->at);
  case DL_EQUAL: return ir_emit_binary(l->m, IR_EQ, l->t_bool, a, b, c->a->at);
  }
  UNREACHABLE("kind of a comparison");
}

static ir_operand step_of_condition(lowering *l, const dl_cond *c) {
  uint32_t n = accesses(c->a) + accesses(c->b);
  begin_step(l, n);
  ir_operand holds = lower_condition(l, c);
  end_step(l, n);
  return holds;
}

// --- the indexer -----------------------------------------------------------------------------------------------------------

// The next message of the process, w, and where it belongs, h.
static void lower_message(lowering *l, const dl_indexer *x) {
  ir_operand m = ir_emit_binary(l->m, IR_ADD, l->t_int, load(l, x->m), number(l, 1), l->at);
  assign(l, x->m, m);
  ir_operand w = ir_emit_binary(l->m, IR_MUL, l->t_int, m, number(l, x->nprocs), l->at);
  w = ir_emit_binary(l->m, IR_ADD, l->t_int, w, number(l, l->self), l->at);
  assign(l, x->w, w);
  ir_operand h = ir_emit_binary(l->m, IR_MUL, l->t_int, w, number(l, 7), l->at);
  assign(l, x->h, ir_emit_binary(l->m, IR_SREM, l->t_int, h, load(l, x->size), l->at));
}

// One attempt to put the message; goes to `again` or `done`, with h moved on.
static void lower_attempt(lowering *l, const dl_indexer *x, bool region, ir_block again, ir_block done) {
  if (region) ir_emit_void(l->m, IR_ATOMIC_BEGIN, 0, NULL, 0, l->at);
  ir_operand args[] = {element(l, x->table, load(l, x->h), l->at), number(l, 0), load(l, x->w)};
  ir_operand old = emit_access(l, IR_CAS, IR_ATOMIC, args, 3, l->at);
  ir_operand put = ir_emit_binary(l->m, IR_EQ, l->t_bool, old, number(l, 0), l->at);
  ir_operand next = ir_emit_binary(l->m, IR_ADD, l->t_int, load(l, x->h), number(l, 1), l->at);
  next = ir_emit_binary(l->m, IR_SREM, l->t_int, next, load(l, x->size), l->at);
  ir_operand moved[] = {put, load(l, x->h), next};
  ir_operand h = ir_emit_value(l->m, IR_SELECT, l->t_int, moved, 3, l->at);
  assign(l, x->h, h);
  if (region) ir_emit_void(l->m, IR_ATOMIC_END, 0, NULL, 0, l->at);
  ir_emit_branch(l->m, put, done, again, l->at);
}

// Messages until there are `max`. Whole: one step per message with all its attempts; else each attempt is a step, and the
// message is one only if it accesses shared memory.
static void lower_indexer(lowering *l, const dl_indexer *x) {
  uint32_t shared = accesses(x->m) + accesses(x->w) + accesses(x->h) + accesses(x->size);
  uint32_t asked = accesses(x->m) + accesses(x->max);
  bool whole = !l->prog->attempts;
  ir_block head = ir_block_new(l->m), next = ir_block_new(l->m), probe = ir_block_new(l->m), put = ir_block_new(l->m);
  ir_block end = ir_block_new(l->m);
  ir_emit_jump(l->m, head, l->at);
  ir_block_begin(l->m, head);
  if (asked) begin_step(l, asked);
  ir_operand more = ir_emit_binary(l->m, IR_SLT, l->t_bool, load(l, x->m), load(l, x->max), l->at);
  if (asked) end_step(l, asked);
  ir_emit_branch(l->m, more, next, end, l->at);
  ir_block_begin(l->m, next);
  if (whole || shared) ir_emit_void(l->m, IR_ATOMIC_BEGIN, 0, NULL, 0, l->at);
  lower_message(l, x);
  if (!whole && shared) ir_emit_void(l->m, IR_ATOMIC_END, 0, NULL, 0, l->at);
  ir_emit_jump(l->m, probe, l->at);
  ir_block_begin(l->m, probe);
  lower_attempt(l, x, !whole && shared, probe, put);
  ir_block_begin(l->m, put);
  if (whole) ir_emit_void(l->m, IR_ATOMIC_END, 0, NULL, 0, l->at);
  ir_emit_jump(l->m, head, l->at);
  ir_block_begin(l->m, end);
}

// --- statements ------------------------------------------------------------------------------------------------------------

static void lower_block(lowering *l, const dl_stmt *s);

static void lower_if(lowering *l, const dl_stmt *s) {
  ir_operand holds = step_of_condition(l, &s->cond);
  if (!s->then_part) return;
  place at = l->at;
  ir_block yes = ir_block_new(l->m), end = ir_block_new(l->m), no = s->else_part ? ir_block_new(l->m) : end;
  ir_emit_branch(l->m, holds, yes, no, at);
  ir_block_begin(l->m, yes);
  lower_block(l, s->then_part);
  ir_emit_jump(l->m, end, at);
  if (s->else_part) {
    ir_block_begin(l->m, no);
    lower_block(l, s->else_part);
    ir_emit_jump(l->m, end, at);
  }
  ir_block_begin(l->m, end);
}

static void lower_while(lowering *l, const dl_stmt *s) {
  ir_block head = ir_block_new(l->m), body = ir_block_new(l->m), end = ir_block_new(l->m);
  place at = l->at;
  ir_emit_jump(l->m, head, at);
  ir_block_begin(l->m, head);
  ir_operand holds = step_of_condition(l, &s->cond);
  ir_emit_branch(l->m, holds, body, end, at);
  ir_block_begin(l->m, body);
  lower_block(l, s->then_part);
  ir_emit_jump(l->m, head, at);
  ir_block_begin(l->m, end);
}

static void lower_assignment(lowering *l, const dl_stmt *s) {
  uint32_t n = accesses(s->target) + accesses(s->value);
  begin_step(l, n);
  assign(l, s->target, lower(l, s->value));
  end_step(l, n);
}

static void lower_statement(lowering *l, const dl_stmt *s) {
  l->at = s->at;
  uint32_t n;
  ir_operand holds;
  switch (s->kind) {
  case DL_ASSIGN: lower_assignment(l, s); return;
  case DL_SWAP:
    n = accesses(s->value);
    begin_step(l, n);
    lower(l, s->value);
    end_step(l, n);
    return;
  case DL_INDEXER: lower_indexer(l, s->indexer); return;
  case DL_IF: lower_if(l, s); return;
  case DL_WHILE: lower_while(l, s); return;
  case DL_ASSERT:
    n = accesses(s->cond.a) + accesses(s->cond.b);
    begin_step(l, n);
    ir_emit_check(l->m, IR_CHECK_ASSERT, lower_condition(l, &s->cond), "assertion fails", s->at);
    end_step(l, n);
    return;
  case DL_AWAIT:
    ir_emit_void(l->m, IR_AWAIT_BEGIN, 0, NULL, 0, s->at);
    holds = lower_condition(l, &s->cond);
    ir_emit_void(l->m, IR_AWAIT, 0, &holds, 1, s->at);
    return;
  }
}

static void lower_block(lowering *l, const dl_stmt *s) {
  for (; s; s = s->next) lower_statement(l, s);
}

// --- the program -----------------------------------------------------------------------------------------------------------

static void make_global(lowering *l, dl_var *v) {
  ir_type type = v->length == 1 ? l->t_int : ir_type_array(l->m, l->t_int, v->length);
  v->global = ir_global_add(l->m, v->name, type, v->at);
  for (uint64_t i = 0; i < v->n_init; i++) {
    if (v->init[i]) ir_global_init(l->m, v->global, 8 * i, number(l, v->init[i]));
  }
  if (v->storage == DL_CONST) ir_global_flags(l->m, v->global, true, false, false);
}

static void make_local(lowering *l, dl_var *v) {
  if (v->length == 1) {
    v->reg = ir_reg_new(l->m, v->name, l->t_int, v->at);
    ir_operand first = number(l, initial(v, 0));
    ir_emit_to(l->m, v->reg, IR_MOV, &first, 1, v->at);
    return;
  }
  ir_operand count = number(l, (int64_t)v->length);
  v->reg = ir_reg_new(l->m, v->name, ir_type_ptr(l->m, l->t_int), v->at);
  ir_instr object = {.op = IR_LOCAL, .type = l->t_int, .dst = v->reg, .n_args = 1, .args = &count, .at = v->at};
  ir_emit(l->m, &object);
  for (uint64_t i = 0; i < v->n_init; i++) {
    if (!v->init[i]) continue;
    ir_operand to = ir_emit_binary(l->m, IR_PTRADD, l->t_address, ir_reg_operand(l->m, v->reg),
                                   number(l, (int64_t)(8 * i)), v->at);
    ir_operand args[] = {to, number(l, v->init[i])};
    emit_access(l, IR_STORE, IR_HIDDEN, args, 2, v->at);
  }
}

static void make_process(lowering *l, size_t n) {
  const dl_process *p = &l->prog->processes.data[n];
  const char *name = arena_printf(l->prog->mem, "P%zu", n);
  ir_func f = ir_func_declare(l->m, name, IR_VOID, p->at);
  ir_proc_add(l->m, name, f, false, p->at);
  ir_func_begin(l->m, f);
  ir_block_begin(l->m, ir_block_new(l->m));
  l->self = (int64_t)n;
  for (size_t i = 0; i < l->prog->vars.len; i++) {
    if (l->prog->vars.data[i]->storage == DL_LOCAL) make_local(l, l->prog->vars.data[i]);
  }
  lower_block(l, p->body);
  ir_emit_void(l->m, IR_RETURN, 0, NULL, 0, p->at);
  ir_func_end(l->m);
}

ir_module *dl_lower(dl_program *prog, const char *text, size_t len) {
  lowering l = {.prog = prog, .m = ir_module_new("dlang", IR_SCHED_INTERLEAVE, 64)};
  ir_set_separate(l.m, true);
  ir_set_properties(l.m, "assert,bounds,div-by-zero");
  ir_add_source(l.m, prog->file, text, len);
  l.t_int = ir_type_int(l.m, 64, true, "int");
  l.t_bool = ir_type_bool(l.m);
  l.t_address = ir_type_ptr(l.m, l.t_int);
  for (size_t i = 0; i < prog->vars.len; i++) {
    dl_var *v = prog->vars.data[i];
    if (v->storage == DL_SHARED || (v->storage == DL_CONST && v->length > 1)) make_global(&l, v);
  }
  for (size_t i = 0; i < prog->processes.len; i++) make_process(&l, i);
  place at = prog->processes.data[0].at;
  ir_func entry = ir_func_declare(l.m, "main", IR_VOID, at);
  ir_func_begin(l.m, entry);
  ir_block_begin(l.m, ir_block_new(l.m));
  ir_emit_void(l.m, IR_START, IR_START_IVL, NULL, 0, at);
  ir_emit_void(l.m, IR_RETURN, 0, NULL, 0, at);
  ir_func_end(l.m);
  ir_set_entry(l.m, entry);
  return l.m;
}

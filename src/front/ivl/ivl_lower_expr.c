// Values. `&&`, `||` and `?:` become one term without branches wherever their operands are total or can be made so
// (pinned 6); see lower_logic.
#include "front/ivl/ivl_lower.h"

enum { MAY_FAIL = IVL_DOES_DIVIDE | IVL_DOES_INDEX };

// What keeps `b` of a && b from being evaluated where a is false. An overflow is one only where C computes.
static bool must_branch(const ivl_lowering *l, uint32_t effects) {
  uint32_t partial = IVL_DOES_CALL | IVL_DOES_ASSIGN | IVL_DOES_DEREF | (l->prog->exact ? IVL_DOES_COMPUTE : 0);
  return effects & partial;
}

static ir_operand unary(ivl_lowering *l, ir_op op, ir_type t, ir_operand a) {
  return ir_emit_unary(l->m, op, t, a, l->at);
}

static ir_operand binary(ivl_lowering *l, ir_op op, ir_type t, ir_operand a, ir_operand b) {
  return ir_emit_binary(l->m, op, t, a, b, l->at);
}

static ir_operand select_value(ivl_lowering *l, ir_type t, ir_operand cond, ir_operand a, ir_operand b) {
  return ir_emit_value(l->m, IR_SELECT, t, (ir_operand[]){cond, a, b}, 3, l->at);
}

ir_operand ivl_keep(ivl_lowering *l, ir_operand v, const ivl_expr *later) {
  if (v.kind != IR_OPERAND_REG || !later || !(later->effects & IVL_DOES_ASSIGN)) return v;
  return unary(l, IR_MOV, v.type, v);
}

// --- checks and guards -----------------------------------------------------------------------------------------------

void ivl_emit_check(ivl_lowering *l, ir_check kind, ir_operand cond, const char *text) {
  if (l->guarded) cond = binary(l, IR_OR, l->t_bool, unary(l, IR_NOT, l->t_bool, l->guard), cond);
  ir_emit_check(l->m, kind, cond, text, l->at);
}

// Where the guard is false the operation's value does not matter, but the operation must be defined: `safe` replaces
// the operand.
static ir_operand guarded_operand(ivl_lowering *l, ir_operand v, uint64_t safe) {
  return l->guarded ? select_value(l, v.type, l->guard, v, ir_int(l->m, v.type, safe)) : v;
}

typedef struct saved_guard {
  bool guarded;
  ir_operand guard;
} saved_guard;

static saved_guard push_guard(ivl_lowering *l, ir_operand cond) {
  saved_guard old = {l->guarded, l->guard};
  l->guard = l->guarded ? binary(l, IR_AND, l->t_bool, l->guard, cond) : cond;
  l->guarded = true;
  return old;
}

static void pop_guard(ivl_lowering *l, saved_guard old) {
  l->guarded = old.guarded;
  l->guard = old.guard;
}

// --- conversions and operators ---------------------------------------------------------------------------------------

ir_operand ivl_lower_convert(ivl_lowering *l, ir_operand v, const ivl_type *from, ivl_type *to) {
  if (from == to) return v;
  if (to->kind == IVL_TY_BOOL) {
    ir_operand zero = from->kind == IVL_TY_INT ? ir_int(l->m, v.type, 0) : ir_null(l->m, v.type);
    return binary(l, IR_NE, l->t_bool, v, zero);
  }
  if (to->kind == IVL_TY_POINTER) return v;
  ir_type t = ivl_ir_type(l, to);
  if (v.kind == IR_OPERAND_INT) {
    uint64_t value = v.value;
    bool negative = from->is_signed && (value >> (from->bits - 1)) & 1;
    if (negative && from->bits < 64) value |= ~(((uint64_t)1 << from->bits) - 1);
    return ir_int(l->m, t, value);
  }
  if (to->bits < from->bits) return unary(l, IR_TRUNC, t, v);
  if (to->bits > from->bits) return unary(l, from->is_signed ? IR_SEXT : IR_ZEXT, t, v);
  return v;
}

static ir_operand lower_division(ivl_lowering *l, ivl_tok_kind op, ivl_type *t, ir_operand a, const ivl_expr *b,
                                 ir_operand bv) {
  bool known = bv.kind == IR_OPERAND_INT && bv.value != 0;
  if (!known) {
    ir_operand zero = ir_int(l->m, bv.type, 0);
    ir_operand good = bv.kind == IR_OPERAND_INT ? ivl_bool(l, false) : binary(l, IR_NE, l->t_bool, bv, zero);
    ivl_emit_check(l, IR_CHECK_DIV, good, ivl_source_text(l, b));
    bv = guarded_operand(l, bv, 1);
  }
  ir_op code = op == IVL_TOK_DIV ? (t->is_signed ? IR_SDIV : IR_UDIV) : (t->is_signed ? IR_SREM : IR_UREM);
  return binary(l, code, ivl_ir_type(l, t), a, bv);
}

// Every amount from the width on shifts everything out: the width stands for all of them. The shift itself then stays
// in its own type.
static ir_operand short_amount(ivl_lowering *l, ivl_type *t, ir_operand v) {
  ir_type it = ivl_ir_type(l, t);
  ir_operand width = ir_int(l->m, v.type, t->bits), in_range = binary(l, IR_ULT, l->t_bool, v, width);
  return select_value(l, it, in_range, unary(l, IR_TRUNC, it, v), ir_int(l->m, it, t->bits));
}

// The shorter operand is widened, so that no bit of the amount is lost (pinned: as SMT-LIB's shifts).
static ir_operand lower_shift(ivl_lowering *l, ivl_tok_kind op, ivl_type *t, ir_operand a, const ivl_expr *b,
                              ir_operand bv) {
  ir_op code = op == IVL_TOK_SHL ? IR_SHL : t->is_signed ? IR_ASHR : IR_LSHR;
  ir_op extend_a = t->is_signed ? IR_SEXT : IR_ZEXT, extend_b = b->type->is_signed ? IR_SEXT : IR_ZEXT;
  if (b->type->bits > t->bits && l->prog->exact) return binary(l, code, ivl_ir_type(l, t), a, short_amount(l, t, bv));
  if (b->type->bits > t->bits) {
    ir_operand wide = unary(l, extend_a, l->t_i64, a);
    return unary(l, IR_TRUNC, ivl_ir_type(l, t), binary(l, code, l->t_i64, wide, bv));
  }
  if (b->type->bits < t->bits) {
    bv = bv.kind == IR_OPERAND_INT ? ivl_lower_convert(l, bv, b->type, t) : unary(l, extend_b, ivl_ir_type(l, t), bv);
  }
  return binary(l, code, ivl_ir_type(l, t), a, bv);
}

static ir_operand lower_comparison(ivl_lowering *l, ivl_tok_kind op, bool is_signed, ir_operand a, ir_operand b) {
  switch ((int)op) {
  case IVL_TOK_EQ: return binary(l, IR_EQ, l->t_bool, a, b);
  case IVL_TOK_NE: return binary(l, IR_NE, l->t_bool, a, b);
  case IVL_TOK_LT: return binary(l, is_signed ? IR_SLT : IR_ULT, l->t_bool, a, b);
  case IVL_TOK_GT: return binary(l, is_signed ? IR_SLT : IR_ULT, l->t_bool, b, a);
  case IVL_TOK_LE: return binary(l, is_signed ? IR_SLE : IR_ULE, l->t_bool, a, b);
  }
  return binary(l, is_signed ? IR_SLE : IR_ULE, l->t_bool, b, a);
}

// a op b computed in type t; b is only looked at for its type and text.
ir_operand ivl_lower_binary(ivl_lowering *l, ivl_tok_kind op, ivl_type *t, ir_operand a, const ivl_expr *b,
                            ir_operand bv) {
  ir_type it = ivl_ir_type(l, t);
  switch ((int)op) {
  case IVL_TOK_ADD: return binary(l, IR_ADD, it, a, bv);
  case IVL_TOK_SUB: return binary(l, IR_SUB, it, a, bv);
  case IVL_TOK_MUL: return binary(l, IR_MUL, it, a, bv);
  case IVL_TOK_AND: return binary(l, IR_AND, it, a, bv);
  case IVL_TOK_OR: return binary(l, IR_OR, it, a, bv);
  case IVL_TOK_XOR: return binary(l, IR_XOR, it, a, bv);
  case IVL_TOK_DIV:
  case IVL_TOK_REM: return lower_division(l, op, t, a, b, bv);
  case IVL_TOK_SHL:
  case IVL_TOK_SHR: return lower_shift(l, op, t, a, b, bv);
  }
  return lower_comparison(l, op, t->is_signed, a, bv);
}

static ir_operand scaled(ivl_lowering *l, const ivl_expr *index, ir_operand iv, uint64_t size) {
  const ivl_type *t = index->type;
  ir_operand wide = iv;
  if (iv.kind == IR_OPERAND_INT) {
    uint64_t value = iv.value;
    if (t->is_signed && t->bits < 64 && (value >> (t->bits - 1)) & 1) value |= ~(((uint64_t)1 << t->bits) - 1);
    return ir_int(l->m, l->t_offset, value * size);
  }
  if (t->bits < 64) wide = unary(l, t->is_signed ? IR_SEXT : IR_ZEXT, l->t_offset, iv);
  return size == 1 ? wide : binary(l, IR_MUL, l->t_offset, wide, ir_int(l->m, l->t_offset, size));
}

ir_operand ivl_lower_pointer_step(ivl_lowering *l, ivl_type *pointer, ir_operand p, const ivl_expr *index,
                                  ir_operand iv, bool minus) {
  ir_operand bytes = scaled(l, index, iv, ir_type_get(l->m, ivl_ir_type(l, pointer->elem))->size);
  if (minus)
    bytes = bytes.kind == IR_OPERAND_INT ? ir_int(l->m, l->t_offset, 0 - bytes.value)
                                         : unary(l, IR_NEG, l->t_offset, bytes);
  return binary(l, IR_PTRADD, ivl_ir_type(l, pointer), p, bytes);
}

static ir_operand lower_pointer_binary(ivl_lowering *l, const ivl_expr *e, ir_operand a, ir_operand b) {
  if (e->type->kind == IVL_TY_BOOL) return lower_comparison(l, e->op, false, a, b);
  if (e->type->kind == IVL_TY_POINTER) return ivl_lower_pointer_step(l, e->type, a, e->b, b, e->op == IVL_TOK_SUB);
  ir_operand bytes = binary(l, IR_PTRDIFF, l->t_offset, a, b);
  uint64_t size = ir_type_get(l->m, ivl_ir_type(l, e->a->type->elem))->size;
  return size == 1 ? bytes : binary(l, IR_SDIV, l->t_offset, bytes, ir_int(l->m, l->t_offset, size));
}

static ir_operand lower_binary_expr(ivl_lowering *l, const ivl_expr *e) {
  ir_operand a = ivl_keep(l, ivl_lower_value(l, e->a), e->b);
  ir_operand b = ivl_lower_value(l, e->b);
  if (e->a->type->kind == IVL_TY_POINTER) return lower_pointer_binary(l, e, a, b);
  return ivl_lower_binary(l, e->op, e->of_type, a, e->b, b);
}

static ir_operand lower_unary_expr(ivl_lowering *l, const ivl_expr *e) {
  ir_operand a = ivl_lower_value(l, e->a);
  return unary(l, e->op == IVL_TOK_SUB ? IR_NEG : IR_NOT, ivl_ir_type(l, e->type), a);
}

// --- logic -----------------------------------------------------------------------------------------------------------

// The value of a branching expression is collected in a register.
static ir_operand lower_by_branches(ivl_lowering *l, const ivl_expr *cond, const ivl_expr *yes, const ivl_expr *no,
                                    ir_type t) {
  ir_reg result = ir_reg_new(l->m, NULL, t, l->at);
  ivl_target on_yes = {0}, on_no = {0}, end = {0};
  ivl_lower_condition(l, cond, &on_yes, &on_no);
  const ivl_expr *arms[] = {yes, no};
  ivl_target *targets[] = {&on_yes, &on_no};
  for (int i = 0; i < 2; i++) {
    if (!targets[i]->made) continue;
    ivl_begin(l, targets[i]);
    ir_operand v = arms[i] ? ivl_lower_value(l, arms[i]) : ir_int(l->m, t, i == 0);
    ir_emit_to(l->m, result, IR_MOV, &v, 1, l->at);
    ivl_jump(l, &end);
  }
  ivl_begin(l, &end);
  return ir_reg_operand(l->m, result);
}

// a && b, pinned 6: with a total b one AND; with checks in b the same AND, the checks demanded only where a holds and
// the checked operands replaced elsewhere; with calls, inputs, assignments or dereferences in b branches.
static ir_operand lower_logic(ivl_lowering *l, const ivl_expr *e) {
  bool is_and = e->op == IVL_TOK_LAND;
  if (must_branch(l, e->b->effects))
    return lower_by_branches(l, e->a, is_and ? e->b : NULL, is_and ? NULL : e->b, l->t_bool);
  ir_operand a = ivl_lower_value(l, e->a), b;
  if (e->b->effects & MAY_FAIL) {
    saved_guard old = push_guard(l, is_and ? a : unary(l, IR_NOT, l->t_bool, a));
    b = ivl_lower_value(l, e->b);
    pop_guard(l, old);
  } else {
    b = ivl_lower_value(l, e->b);
  }
  return binary(l, is_and ? IR_AND : IR_OR, l->t_bool, a, b);
}

static ir_operand lower_cond(ivl_lowering *l, const ivl_expr *e) {
  uint32_t effects = e->b->effects | e->c->effects;
  ir_type t = ivl_ir_type(l, e->type);
  if (must_branch(l, effects)) return lower_by_branches(l, e->a, e->b, e->c, t);
  ir_operand cond = ivl_lower_value(l, e->a), b, c;
  if (effects & MAY_FAIL) {
    saved_guard old = push_guard(l, cond);
    b = ivl_lower_value(l, e->b);
    pop_guard(l, old);
    old = push_guard(l, unary(l, IR_NOT, l->t_bool, cond));
    c = ivl_lower_value(l, e->c);
    pop_guard(l, old);
  } else {
    b = ivl_lower_value(l, e->b);
    c = ivl_lower_value(l, e->c);
  }
  return select_value(l, t, cond, b, c);
}

void ivl_lower_condition(ivl_lowering *l, const ivl_expr *e, ivl_target *yes, ivl_target *no) {
  if (e->kind == IVL_EX_CONST) {
    ivl_jump(l, e->value ? yes : no);
    return;
  }
  if (e->kind == IVL_EX_UNARY && e->op == IVL_TOK_LNOT) {
    ivl_lower_condition(l, e->a, no, yes);
    return;
  }
  if (e->kind == IVL_EX_LOGIC && must_branch(l, e->b->effects)) {
    ivl_target next = {0};
    bool is_and = e->op == IVL_TOK_LAND;
    ivl_lower_condition(l, e->a, is_and ? &next : yes, is_and ? no : &next);
    if (!next.made) return;
    ivl_begin(l, &next);
    ivl_lower_condition(l, e->b, yes, no);
    return;
  }
  ir_operand cond = ivl_lower_value(l, e);
  ivl_target *targets[] = {yes, no};
  for (int i = 0; i < 2; i++)
    if (!targets[i]->made) {
      targets[i]->block = ir_block_new(l->m);
      targets[i]->made = true;
    }
  ir_emit_branch(l->m, cond, yes->block, no->block, l->at);
}

// --- all values ------------------------------------------------------------------------------------------------------

static const char *input_name(ivl_lowering *l) {
  return l->hint ? l->hint : arena_printf(l->prog->mem, "?%u", l->at.line);
}

static ir_operand lower_nondet(ivl_lowering *l, const ivl_expr *e) {
  ir_type t = ivl_ir_type(l, e->type);
  ir_reg dst = ir_reg_new(l->m, NULL, t, l->at);
  ir_emit(l->m, &(ir_instr){.op = IR_NONDET, .type = t, .dst = dst, .text = input_name(l), .at = l->at});
  return ir_reg_operand(l->m, dst);
}

static ir_operand lower_new(ivl_lowering *l, const ivl_expr *e) {
  ir_operand count = e->a ? ivl_lower_value(l, e->a) : ir_int(l->m, l->t_i64, 1);
  return ir_emit_value(l->m, IR_NEW, ivl_ir_type(l, e->of_type), &count, 1, l->at);
}

static ir_operand lower_const(ivl_lowering *l, const ivl_expr *e) {
  ir_type t = ivl_ir_type(l, e->type);
  if (e->type->kind == IVL_TY_NULL) return ir_null(l->m, ir_type_ptr(l->m, IR_VOID));
  return e->type->kind == IVL_TY_POINTER ? ir_null(l->m, t) : ir_int(l->m, t, e->value);
}

static ir_operand load(ivl_lowering *l, const ivl_expr *e) {
  return unary(l, IR_LOAD, ivl_ir_type(l, e->type), ivl_lower_address(l, e));
}

ir_operand ivl_lower_value(ivl_lowering *l, const ivl_expr *e) {
  switch (e->kind) {
  case IVL_EX_CONST: return lower_const(l, e);
  case IVL_EX_NAME: return ivl_in_register(e->sym) ? ir_reg_operand(l->m, e->sym->reg) : load(l, e);
  case IVL_EX_TIME: return ir_emit_value(l->m, IR_TIME, l->t_u64, NULL, 0, l->at);
  case IVL_EX_NONDET: return lower_nondet(l, e);
  case IVL_EX_NEW: return lower_new(l, e);
  case IVL_EX_UNARY: return lower_unary_expr(l, e);
  case IVL_EX_BINARY: return lower_binary_expr(l, e);
  case IVL_EX_LOGIC: return lower_logic(l, e);
  case IVL_EX_COND: return lower_cond(l, e);
  case IVL_EX_ASSIGN: return ivl_lower_assign(l, e, true);
  case IVL_EX_STEP: return ivl_lower_step(l, e, true);
  case IVL_EX_CALL: return ivl_lower_call(l, e);
  case IVL_EX_INDEX:
  case IVL_EX_FIELD:
  case IVL_EX_DEREF: return load(l, e);
  case IVL_EX_ADDR:
  case IVL_EX_DECAY: return ivl_lower_address(l, e->a);
  case IVL_EX_CONVERT: return ivl_lower_convert(l, ivl_lower_value(l, e->a), e->a->type, e->type);
  case IVL_EX_COPY:
    ivl_lower_copy(l, (ivl_addr){ir_reg_operand(l->m, e->temp->reg), 0}, e->a);
    return ir_reg_operand(l->m, e->temp->reg);
  case IVL_EX_CAST:
  case IVL_EX_LIST:
  case IVL_EX_ERROR: break;
  }
  UNREACHABLE("the analysis leaves no such expression");
}

void ivl_lower_effect(ivl_lowering *l, const ivl_expr *e) {
  if (e->kind == IVL_EX_ASSIGN) {
    ivl_lower_assign(l, e, false);
  } else if (e->kind == IVL_EX_STEP) {
    ivl_lower_step(l, e, false);
  } else if (e->kind == IVL_EX_CALL) {
    ivl_lower_call(l, e);
  } else if (e->type->kind == IVL_TY_RECORD || e->type->kind == IVL_TY_ARRAY || e->type->kind == IVL_TY_EVENT) {
    if (e->kind != IVL_EX_NONDET) ivl_lower_place(l, e);
  } else {
    ivl_lower_value(l, e);
  }
}

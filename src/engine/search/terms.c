#include "engine/search/terms.h"

#include "base/check.h"

expr terms_binary(expr_table *t, ir_op op, expr a, expr b) {
  if (op == IR_ADD) return expr_add(t, a, b);
  if (op == IR_SUB) return expr_sub(t, a, b);
  if (op == IR_MUL) return expr_mul(t, a, b);
  if (op == IR_UDIV) return expr_binary(t, EXPR_UDIV, a, b);
  if (op == IR_SDIV) return expr_binary(t, EXPR_SDIV, a, b);
  if (op == IR_UREM) return expr_binary(t, EXPR_UREM, a, b);
  if (op == IR_SREM) return expr_binary(t, EXPR_SREM, a, b);
  if (op == IR_SHL) return expr_binary(t, EXPR_SHL, a, b);
  if (op == IR_LSHR) return expr_binary(t, EXPR_LSHR, a, b);
  if (op == IR_ASHR) return expr_binary(t, EXPR_ASHR, a, b);
  if (op == IR_AND) return expr_and(t, a, b);
  if (op == IR_OR) return expr_or(t, a, b);
  if (op == IR_XOR) return expr_xor(t, a, b);
  if (op == IR_EQ) return expr_eq(t, a, b);
  if (op == IR_NE) return expr_ne(t, a, b);
  if (op == IR_ULT) return expr_ult(t, a, b);
  if (op == IR_ULE) return expr_ule(t, a, b);
  if (op == IR_SLT) return expr_slt(t, a, b);
  if (op == IR_SLE) return expr_sle(t, a, b);
  return EXPR_NONE;
}

expr terms_unary(expr_table *t, ir_op op, expr a, uint32_t width) {
  if (op == IR_MOV) return a;
  if (op == IR_NOT) return expr_not(t, a);
  if (op == IR_NEG) return expr_neg(t, a);
  if (op == IR_ZEXT) return expr_zext(t, a, width);
  if (op == IR_SEXT) return expr_sext(t, a, width);
  if (op == IR_TRUNC) return expr_extract(t, a, width - 1, 0);
  return EXPR_NONE;
}

expr terms_rmw(expr_table *t, ir_rmw op, expr old, expr v) {
  switch (op) {
  case IR_RMW_ADD: return expr_add(t, old, v);
  case IR_RMW_SUB: return expr_sub(t, old, v);
  case IR_RMW_MUL: return expr_mul(t, old, v);
  case IR_RMW_AND: return expr_and(t, old, v);
  case IR_RMW_OR: return expr_or(t, old, v);
  case IR_RMW_XOR: return expr_xor(t, old, v);
  case IR_RMW_XCHG: return v;
  case IR_RMW_UMIN: return expr_ite(t, expr_ult(t, old, v), old, v);
  case IR_RMW_UMAX: return expr_ite(t, expr_ult(t, old, v), v, old);
  case IR_RMW_SMIN: return expr_ite(t, expr_slt(t, old, v), old, v);
  case IR_RMW_SMAX: return expr_ite(t, expr_slt(t, old, v), v, old);
  case IR_RMW_COUNT: break;
  }
  UNREACHABLE("an update of no known kind");
}

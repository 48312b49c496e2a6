// Operations on values as terms.
#include "engine/cegar/cfa.h"

static expr binary(expr_table *t, ir_op op, expr a, expr b) {
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

// Addresses are numbers of our own choice: only what does not look at the choice has a meaning. Order and distance
// exist
// within one object.
static expr on_pointers(cwalk *w, const ir_instr *i, expr a, expr b) {
  expr_table *t = w->c->terms;
  if (i->op == IR_EQ) return expr_eq(t, a, b);
  if (i->op == IR_NE) return expr_ne(t, a, b);
  expr same = expr_eq(t, cfa_object_part(w->c, a), cfa_object_part(w->c, b));
  if (!expr_is_true(t, same)) return EXPR_NONE;
  if (i->op == IR_PTRDIFF) {
    expr d = expr_sub(t, a, b);
    return expr_width(t, d) < 64 ? expr_sext(t, d, 64) : d;
  }
  return i->op == IR_ULT ? expr_ult(t, a, b) : i->op == IR_ULE ? expr_ule(t, a, b) : EXPR_NONE;
}

static bool is_pointer(const cfa *c, const ir_operand *o) { return ir_type_get(c->ir, o->type)->kind == IR_TYPE_PTR; }

static bool touches_float(const cfa *c, const ir_instr *i) {
  if (ir_type_get(c->ir, i->type)->kind == IR_TYPE_FLOAT) return i->op != IR_MOV && i->op != IR_SELECT;
  for (uint32_t k = 0; k < i->n_args; k++)
    if (ir_type_get(c->ir, i->args[k].type)->kind == IR_TYPE_FLOAT && i->op != IR_MOV && i->op != IR_SELECT)
      return true;
  return false;
}

expr cfa_value(cwalk *w, const ir_instr *i) {
  expr_table *t = w->c->terms;
  if (touches_float(w->c, i)) return EXPR_NONE;
  uint32_t width = ir_type_get(w->c->ir, i->type)->bits;
  expr a = i->n_args > 0 ? cfa_operand(w, &i->args[0]) : EXPR_NONE;
  expr b = i->n_args > 1 ? cfa_operand(w, &i->args[1]) : EXPR_NONE;
  if (i->op == IR_MOV) return a;
  if (i->op == IR_NOT) return expr_not(t, a);
  if (i->op == IR_NEG) return expr_neg(t, a);
  if (i->op == IR_ZEXT) return expr_zext(t, a, width);
  if (i->op == IR_SEXT) return expr_sext(t, a, width);
  if (i->op == IR_TRUNC) return expr_extract(t, a, width - 1, 0);
  if (i->op == IR_SELECT) return expr_ite(t, a, b, cfa_operand(w, &i->args[2]));
  if (i->op == IR_PTRADD) return expr_add(t, a, expr_resize(t, b, cfa_pointer_bits(w->c), true));
  if (i->op == IR_PTRTOINT || i->op == IR_INTTOPTR) return expr_is_const(t, a) && !expr_const_u64(t, a) ? a : EXPR_NONE;
  if (i->n_args == 2 && is_pointer(w->c, &i->args[0])) return on_pointers(w, i, a, b);
  return i->n_args == 2 ? binary(t, i->op, a, b) : EXPR_NONE;
}

expr cfa_rmw(expr_table *t, ir_rmw op, expr old, expr v) {
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

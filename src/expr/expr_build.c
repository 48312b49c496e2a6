// Smart constructors: the entry points, negation, division, shifts, if-then-else.
#include "expr/expr_impl.h"

static void check_pair(const expr_table *t, expr a, expr b) {
  const enode *x = enode_of(t, a), *y = enode_of(t, b);
  CHECK(x->width == y->width && x->elem == y->elem, "operands of different sorts");
}

static void check_words(const expr_table *t, expr a, expr b) {
  check_pair(t, a, b);
  CHECK(enode_of(t, a)->elem == 0, "arithmetic on an array");
}

expr expr_add(expr_table *t, expr a, expr b) {
  check_words(t, a, b);
  return t->options.plain ? expr_node2(t, EXPR_ADD, enode_width(t, a), a, b) : expr_chain_add(t, a, b);
}

expr expr_mul(expr_table *t, expr a, expr b) {
  check_words(t, a, b);
  return t->options.plain ? expr_node2(t, EXPR_MUL, enode_width(t, a), a, b) : expr_chain_mul(t, a, b);
}

expr expr_neg(expr_table *t, expr a) {
  uint32_t w = enode_width(t, a);
  return expr_mul(t, a, expr_from_val(t, w, expr_val_ones(t, w)));
}

expr expr_sub(expr_table *t, expr a, expr b) { return expr_add(t, a, expr_neg(t, b)); }

expr expr_and(expr_table *t, expr a, expr b) {
  check_words(t, a, b);
  return t->options.plain ? expr_node2(t, EXPR_AND, enode_width(t, a), a, b) : expr_chain_logic(t, EXPR_AND, a, b);
}

expr expr_or(expr_table *t, expr a, expr b) {
  check_words(t, a, b);
  return t->options.plain ? expr_node2(t, EXPR_OR, enode_width(t, a), a, b) : expr_chain_logic(t, EXPR_OR, a, b);
}

expr expr_xor(expr_table *t, expr a, expr b) {
  check_words(t, a, b);
  return t->options.plain ? expr_node2(t, EXPR_XOR, enode_width(t, a), a, b) : expr_chain_xor(t, a, b);
}

expr expr_not(expr_table *t, expr a) {
  CHECK(enode_of(t, a)->elem == 0, "negation of an array");
  if (!t->options.plain && enode_is(t, a, EXPR_NOT)) return enode_arg(t, a, 0);
  return expr_node(t, EXPR_NOT, sort_bv(enode_width(t, a)), a.id, 0, 0);
}

expr expr_ne(expr_table *t, expr a, expr b) { return expr_not(t, expr_eq(t, a, b)); }
expr expr_ule(expr_table *t, expr a, expr b) { return expr_not(t, expr_ult(t, b, a)); }
expr expr_sle(expr_table *t, expr a, expr b) { return expr_not(t, expr_slt(t, b, a)); }
expr expr_implies(expr_table *t, expr a, expr b) { return expr_or(t, expr_not(t, a), b); }

int expr_log2(const expr_table *t, expr e) {
  if (!enode_is(t, e, EXPR_CONST)) return -1;
  const uint64_t *limbs = expr_const_limbs(t, e);
  int found = -1;
  for (uint32_t i = 0; i < (enode_width(t, e) + 63) / 64; i++) {
    if (limbs[i] == 0) continue;
    if (found >= 0 || (limbs[i] & (limbs[i] - 1))) return -1;
    found = (int)(64 * i) + __builtin_ctzll(limbs[i]);
  }
  return found;
}

// Unsigned division by 2^k, k > 0, cuts bits off.
static expr divide_by_power(expr_table *t, expr_op op, expr a, uint32_t k) {
  uint32_t w = enode_width(t, a);
  if (op == EXPR_UREM) return expr_zext(t, expr_extract(t, a, k - 1, 0), w);
  return expr_rewrite_shift(t, EXPR_LSHR, a, expr_const(t, w, k));
}

expr expr_rewrite_div(expr_table *t, expr_op op, expr a, expr b) {
  uint32_t w = enode_width(t, a);
  bool is_div = op == EXPR_UDIV || op == EXPR_SDIV;
  bool is_signed = op == EXPR_SDIV || op == EXPR_SREM;
  // For width 1 the number 1 is -1 when signed; division by it is the identity all the same.
  if (expr_is_one(t, b)) return is_div ? a : expr_const(t, w, 0);
  if (!t->rich) return expr_node2(t, op, w, a, b);
  if (is_signed && expr_is_ones(t, b)) return is_div ? expr_neg(t, a) : expr_const(t, w, 0);
  if (!is_div && expr_is_zero(t, b)) return a;
  if (op == EXPR_UDIV && expr_is_zero(t, b)) return expr_from_val(t, w, expr_val_ones(t, w));
  if (!is_div && expr_same(a, b)) return expr_const(t, w, 0);
  if (w <= 64 && is_signed) {
    expr_bits x = expr_get_bits(t, a), y = expr_get_bits(t, b);
    if (x.smin >= 0 && y.smin >= 0)  // the unsigned operation is the same and bounds better; y = 0 differs for neither
      return expr_rewrite_div(t, is_div ? EXPR_UDIV : EXPR_UREM, a, b);
  }
  if (w <= 64 && !is_signed && expr_get_bits(t, a).umax < expr_get_bits(t, b).umin)
    return is_div ? expr_const(t, w, 0) : a;
  int power = is_signed ? -1 : expr_log2(t, b);
  if (power > 0) return divide_by_power(t, op, a, (uint32_t)power);
  return expr_node2(t, op, w, a, b);
}

expr expr_rewrite_shift(expr_table *t, expr_op op, expr a, expr b) {
  uint32_t w = enode_width(t, a);
  if (expr_is_zero(t, b)) return a;
  if (!t->rich) return expr_node2(t, op, w, a, b);
  if (expr_is_zero(t, a)) return a;
  if (op == EXPR_ASHR && expr_is_ones(t, a)) return a;
  if (!enode_is(t, b, EXPR_CONST)) return expr_node2(t, op, w, a, b);
  val width = expr_val_small(t, w, w);
  bool over = !expr_val_op(t, EXPR_ULT, w, expr_val(t, b), width);  // w < 2^w, so the width fits
  if (over && op != EXPR_ASHR) return expr_const(t, w, 0);
  if (over) b = expr_const(t, w, w - 1);
  if (expr_is_zero(t, b)) return a;
  if (enode_is(t, a, op) && enode_is(t, enode_arg(t, a, 1), EXPR_CONST)) {
    // Both amounts are below the width here, so their sum fits 64 bits.
    uint64_t sum = expr_const_u64(t, b) + expr_const_u64(t, enode_arg(t, a, 1));
    if (sum >= w && op != EXPR_ASHR) return expr_const(t, w, 0);
    return expr_node2(t, op, w, enode_arg(t, a, 0), expr_const(t, w, sum >= w ? w - 1 : sum));
  }
  return expr_node2(t, op, w, a, b);
}

expr expr_binary(expr_table *t, expr_op op, expr a, expr b) {
  switch (op) {
  case EXPR_ADD: return expr_add(t, a, b);
  case EXPR_MUL: return expr_mul(t, a, b);
  case EXPR_AND: return expr_and(t, a, b);
  case EXPR_OR: return expr_or(t, a, b);
  case EXPR_XOR: return expr_xor(t, a, b);
  case EXPR_EQ: return expr_eq(t, a, b);
  case EXPR_ULT: return expr_ult(t, a, b);
  case EXPR_SLT: return expr_slt(t, a, b);
  case EXPR_CONCAT: return expr_concat(t, a, b);
  case EXPR_UDIV:
  case EXPR_SDIV:
  case EXPR_UREM:
  case EXPR_SREM:
    check_words(t, a, b);
    return t->options.plain ? expr_node2(t, op, enode_width(t, a), a, b) : expr_rewrite_div(t, op, a, b);
  case EXPR_SHL:
  case EXPR_LSHR:
  case EXPR_ASHR:
    check_words(t, a, b);
    return t->options.plain ? expr_node2(t, op, enode_width(t, a), a, b) : expr_rewrite_shift(t, op, a, b);
  case EXPR_SELECT: return expr_select(t, a, b);
  case EXPR_CONST:
  case EXPR_VAR:
  case EXPR_NOT:
  case EXPR_ITE:
  case EXPR_EXTRACT:
  case EXPR_ZEXT:
  case EXPR_SEXT:
  case EXPR_CONST_ARRAY:
  case EXPR_STORE:
  case EXPR_OP_COUNT: break;
  }
  UNREACHABLE("not a binary operation");
}

// Width 1: if-then-else with a constant arm is an and or an or.
static expr ite_bool(expr_table *t, expr c, expr a, expr b) {
  if (expr_is_true(t, a)) return expr_or(t, c, b);
  if (expr_is_false(t, a)) return expr_and(t, expr_not(t, c), b);
  if (expr_is_true(t, b)) return expr_or(t, expr_not(t, c), a);
  if (expr_is_false(t, b)) return expr_and(t, c, a);
  if (expr_same(c, a)) return expr_or(t, c, b);
  if (expr_same(c, b)) return expr_and(t, c, a);
  return EXPR_NONE;
}

expr expr_ite(expr_table *t, expr c, expr a, expr b) {
  check_pair(t, a, b);
  CHECK(enode_of(t, c)->elem == 0 && enode_width(t, c) == 1, "a condition has width 1");
  sort s = expr_sort(t, a);
  if (t->options.plain) return expr_node(t, EXPR_ITE, s, c.id, a.id, b.id);
  if (enode_is(t, c, EXPR_CONST)) return expr_is_true(t, c) ? a : b;
  if (expr_same(a, b)) return a;
  if (!t->rich) return expr_node(t, EXPR_ITE, s, c.id, a.id, b.id);
  if (enode_is(t, c, EXPR_NOT)) {
    expr swap = a;
    c = enode_arg(t, c, 0);
    a = b;
    b = swap;
  }
  if (enode_is(t, a, EXPR_ITE) && expr_same(enode_arg(t, a, 0), c)) a = enode_arg(t, a, 1);
  if (enode_is(t, b, EXPR_ITE) && expr_same(enode_arg(t, b, 0), c)) b = enode_arg(t, b, 2);
  if (expr_same(a, b)) return a;
  if (s.width == 1 && s.elem == 0) {
    expr r = ite_bool(t, c, a, b);
    if (expr_some(r)) return r;
  }
  if (enode_is(t, b, EXPR_ITE) && expr_same(enode_arg(t, b, 1), a))
    return expr_ite(t, expr_or(t, c, enode_arg(t, b, 0)), a, enode_arg(t, b, 2));
  return expr_node(t, EXPR_ITE, s, c.id, a.id, b.id);
}

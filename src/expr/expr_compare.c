// Equality and order: everything becomes ==, <u, < and !, without growing ([AVPE15], rules 6.13-6.16).
//
// A constant added to both sides may be moved across == only: < is not preserved modulo 2^w.
#include "expr/expr_impl.h"

// --- helpers --------------------------------------------------------------------------------------------------------

// Low and high part of a constant.
static expr cut(expr_table *t, expr constant, uint32_t hi, uint32_t lo) { return expr_extract(t, constant, hi, lo); }

// The inverse of an odd number modulo 2^64 by Newton's iteration.
static uint64_t inverse_odd(uint64_t a) {
  uint64_t x = a;
  for (int i = 0; i < 6; i++) x *= 2 - a * x;
  return x;
}

// c ? k1 : k2 compared with k, all constants but c: one of c, !c, true, false.
static expr by_arms(expr_table *t, expr c, bool then, bool otherwise) {
  if (then) return otherwise ? t->yes : c;
  return otherwise ? expr_not(t, c) : t->no;
}

static bool const_arms(const expr_table *t, expr e) {
  return enode_is(t, e, EXPR_ITE) && enode_is(t, enode_arg(t, e, 1), EXPR_CONST) &&
         enode_is(t, enode_arg(t, e, 2), EXPR_CONST);
}

static bool const_compare(expr_table *t, expr_op op, expr a, expr b) {
  return expr_val_op(t, op, enode_width(t, a), expr_val(t, a), expr_val(t, b)) != 0;
}

// Comparison of an if-then-else with constant arms and a constant, on either side.
static expr compare_arms(expr_table *t, expr_op op, expr a, expr b) {
  if (const_arms(t, a) && enode_is(t, b, EXPR_CONST))
    return by_arms(t, enode_arg(t, a, 0), const_compare(t, op, enode_arg(t, a, 1), b),
                   const_compare(t, op, enode_arg(t, a, 2), b));
  if (const_arms(t, b) && enode_is(t, a, EXPR_CONST))
    return by_arms(t, enode_arg(t, b, 0), const_compare(t, op, a, enode_arg(t, b, 1)),
                   const_compare(t, op, a, enode_arg(t, b, 2)));
  return EXPR_NONE;
}

bool expr_surely_differ(expr_table *t, expr a, expr b) {
  if (expr_same(a, b)) return false;
  uint32_t w = enode_width(t, a);
  if (enode_of(t, a)->elem) return false;
  if (enode_is(t, a, EXPR_CONST) && enode_is(t, b, EXPR_CONST)) return true;
  expr ra, rb;
  val ca, cb;
  expr_split_sum(t, a, &ra, &ca);
  expr_split_sum(t, b, &rb, &cb);
  if (expr_same(ra, rb) && ca != cb) return true;
  if (w > 64) return false;
  expr_bits x = expr_get_bits(t, a), y = expr_get_bits(t, b);
  return x.umax < y.umin || y.umax < x.umin || (x.one & y.zero) || (x.zero & y.one);
}

// --- equality -------------------------------------------------------------------------------------------------------

// zext/sext(x) == constant: over the narrow term, or false.
static expr eq_extension(expr_table *t, expr e, expr constant) {
  expr x = enode_arg(t, e, 0);
  uint32_t w = enode_width(t, e), inner = enode_width(t, x);
  expr low = cut(t, constant, inner - 1, 0);
  expr back = enode_is(t, e, EXPR_ZEXT) ? expr_zext(t, low, w) : expr_sext(t, low, w);
  return expr_same(back, constant) ? expr_eq(t, x, low) : t->no;
}

// e == constant where e is not constant: undoes bijections. EXPR_NONE if nothing applies.
static expr eq_const(expr_table *t, expr e, expr constant) {
  uint32_t w = enode_width(t, e);
  expr_op op = (expr_op)enode_of(t, e)->op;
  val k = expr_val(t, constant);
  if (op == EXPR_NOT) return expr_eq(t, enode_arg(t, e, 0), expr_not(t, constant));
  if (op == EXPR_ZEXT || op == EXPR_SEXT) return eq_extension(t, e, constant);
  if (op == EXPR_CONCAT) {
    expr low = enode_arg(t, e, 1);
    uint32_t wl = enode_width(t, low);
    expr eq_low = expr_eq(t, low, cut(t, constant, wl - 1, 0));
    return expr_and(t, expr_eq(t, enode_arg(t, e, 0), cut(t, constant, w - 1, wl)), eq_low);
  }
  if (op == EXPR_SREM && expr_is_zero(t, constant)) {  // divisible by 2^k: also by the smallest number
    int power = expr_log2(t, enode_arg(t, e, 1));
    if (power > 0) {
      expr low = expr_extract(t, enode_arg(t, e, 0), (uint32_t)power - 1, 0);
      return expr_eq(t, low, expr_const(t, (uint32_t)power, 0));
    }
  }
  if (op != EXPR_ADD && op != EXPR_XOR && op != EXPR_MUL) return EXPR_NONE;
  expr last = enode_arg(t, e, 1), rest = enode_arg(t, e, 0);
  if (!enode_is(t, last, EXPR_CONST)) return EXPR_NONE;
  val c = expr_val(t, last);
  if (op == EXPR_XOR) return expr_eq(t, rest, expr_from_val(t, w, expr_val_op(t, EXPR_XOR, w, k, c)));
  val ones = expr_val_ones(t, w);
  if (op == EXPR_ADD) {
    val minus = expr_val_op(t, EXPR_MUL, w, c, ones);
    return expr_eq(t, rest, expr_from_val(t, w, expr_val_op(t, EXPR_ADD, w, k, minus)));
  }
  if (c == ones) return expr_eq(t, rest, expr_from_val(t, w, expr_val_op(t, EXPR_MUL, w, k, ones)));
  if (w <= 64 && (c & 1)) return expr_eq(t, rest, expr_const(t, w, k * inverse_odd(c)));
  return EXPR_NONE;
}

// Neither side is constant. EXPR_NONE if nothing applies.
static expr eq_terms(expr_table *t, expr a, expr b) {
  const enode *x = enode_of(t, a), *y = enode_of(t, b);
  if (x->op == EXPR_NOT && y->op == EXPR_NOT) return expr_eq(t, enode_arg(t, a, 0), enode_arg(t, b, 0));
  if (x->op == y->op && (x->op == EXPR_ZEXT || x->op == EXPR_SEXT)) {
    expr p = enode_arg(t, a, 0), q = enode_arg(t, b, 0);
    uint32_t wp = enode_width(t, p), wq = enode_width(t, q), w = wp > wq ? wp : wq;
    return expr_eq(t, expr_resize(t, p, w, x->op == EXPR_SEXT), expr_resize(t, q, w, x->op == EXPR_SEXT));
  }
  expr ra, rb;
  val ca, cb;
  expr_split_sum(t, a, &ra, &ca);
  expr_split_sum(t, b, &rb, &cb);
  if (ca == cb && (!expr_same(ra, a) || !expr_same(rb, b))) return expr_eq(t, ra, rb);
  return EXPR_NONE;
}

static expr eq_rich(expr_table *t, expr a, expr b) {
  sort s = expr_sort(t, a);
  if (s.elem == 0) {
    if (s.width == 1) return expr_not(t, expr_chain_xor(t, a, b));
    if (enode_is(t, a, EXPR_CONST) && enode_is(t, b, EXPR_CONST)) return expr_bool(t, expr_same(a, b));
    if (expr_surely_differ(t, a, b)) return t->no;
    expr r = compare_arms(t, EXPR_EQ, a, b);
    if (expr_some(r)) return r;
    if (enode_is(t, a, EXPR_CONST))
      r = eq_const(t, b, a);
    else if (enode_is(t, b, EXPR_CONST))
      r = eq_const(t, a, b);
    else
      r = eq_terms(t, a, b);
    if (expr_some(r)) return r;
  }
  if (expr_order(t, a, b) > 0) {
    expr swap = a;
    a = b;
    b = swap;
  }
  return expr_node2(t, EXPR_EQ, 1, a, b);
}

expr expr_eq(expr_table *t, expr a, expr b) {
  const enode *x = enode_of(t, a), *y = enode_of(t, b);
  CHECK(x->width == y->width && x->elem == y->elem, "operands of different sorts");
  if (t->options.plain) return expr_node2(t, EXPR_EQ, 1, a, b);
  if (expr_same(a, b)) return t->yes;
  if (t->rich) return eq_rich(t, a, b);
  if (enode_is(t, a, EXPR_CONST)) return expr_node2(t, EXPR_EQ, 1, b, a);  // 6.1
  return expr_node2(t, EXPR_EQ, 1, a, b);
}

// --- order ----------------------------------------------------------------------------------------------------------

// x <u k and k <u x at the ends of the range are equalities.
static expr ult_ends(expr_table *t, expr a, expr b) {
  uint32_t w = enode_width(t, a);
  val one = expr_val_small(t, w, 1), ones = expr_val_ones(t, w);
  val last = expr_val_op(t, EXPR_ADD, w, ones, ones);  // the largest but one
  if (enode_is(t, b, EXPR_CONST)) {
    if (expr_val(t, b) == one) return expr_eq(t, a, expr_const(t, w, 0));
    if (expr_val(t, b) == ones) return expr_ne(t, a, b);
  }
  if (enode_is(t, a, EXPR_CONST)) {
    if (expr_is_zero(t, a)) return expr_ne(t, b, a);
    if (expr_val(t, a) == last) return expr_eq(t, b, expr_from_val(t, w, ones));
  }
  return EXPR_NONE;
}

// Is the constant the extension of a value of `inner` bits?
static bool constant_fits(expr_table *t, expr constant, uint32_t inner, bool is_signed, expr *low) {
  uint32_t w = enode_width(t, constant);
  *low = cut(t, constant, inner - 1, 0);
  return expr_same(is_signed ? expr_sext(t, *low, w) : expr_zext(t, *low, w), constant);
}

// Both sides extended in the same way: compare the narrow terms. zext keeps both orders as unsigned (the wider sign
// bit is 0), sext keeps both as they are.
static expr order_extensions(expr_table *t, expr_op op, expr a, expr b) {
  expr_op ext = enode_is(t, a, EXPR_CONST) ? expr_get_op(t, b) : expr_get_op(t, a);
  if (ext != EXPR_ZEXT && ext != EXPR_SEXT) return EXPR_NONE;
  bool is_signed = ext == EXPR_SEXT;
  expr x = a, y = b;
  if (enode_is(t, a, ext) && enode_is(t, b, ext)) {
    x = enode_arg(t, a, 0);
    y = enode_arg(t, b, 0);
    uint32_t wx = enode_width(t, x), wy = enode_width(t, y), w = wx > wy ? wx : wy;
    x = expr_resize(t, x, w, is_signed);
    y = expr_resize(t, y, w, is_signed);
  } else if (enode_is(t, a, ext) && enode_is(t, b, EXPR_CONST)) {
    x = enode_arg(t, a, 0);
    if (!constant_fits(t, b, enode_width(t, x), is_signed, &y)) return EXPR_NONE;
  } else if (enode_is(t, b, ext) && enode_is(t, a, EXPR_CONST)) {
    y = enode_arg(t, b, 0);
    if (!constant_fits(t, a, enode_width(t, y), is_signed, &x)) return EXPR_NONE;
  } else {
    return EXPR_NONE;
  }
  return op == EXPR_SLT && is_signed ? expr_slt(t, x, y) : expr_ult(t, x, y);
}

static expr order_rich(expr_table *t, expr_op op, expr a, expr b) {
  uint32_t w = enode_width(t, a);
  if (enode_is(t, a, EXPR_CONST) && enode_is(t, b, EXPR_CONST)) return expr_node2(t, op, 1, a, b);
  if (w == 1)  // false < true unsigned, true (-1) < false signed
    return op == EXPR_ULT ? expr_and(t, expr_not(t, a), b) : expr_and(t, a, expr_not(t, b));
  if (op == EXPR_ULT && (expr_is_zero(t, b) || expr_is_ones(t, a))) return t->no;
  if (w <= 64) {
    expr_bits x = expr_get_bits(t, a), y = expr_get_bits(t, b);
    bool u = op == EXPR_ULT;
    if (u ? x.umax < y.umin : x.smax < y.smin) return t->yes;
    if (u ? x.umin >= y.umax : x.smin >= y.smax) return t->no;
    if (!u && x.smin >= 0 && y.smin >= 0) return expr_ult(t, a, b);
  }
  expr r = compare_arms(t, op, a, b);
  if (!expr_some(r)) r = order_extensions(t, op, a, b);
  if (!expr_some(r) && op == EXPR_ULT) r = ult_ends(t, a, b);
  return expr_some(r) ? r : expr_node2(t, op, 1, a, b);
}

static expr order(expr_table *t, expr_op op, expr a, expr b) {
  const enode *x = enode_of(t, a), *y = enode_of(t, b);
  CHECK(x->width == y->width && x->elem == 0 && y->elem == 0, "operands of different sorts");
  if (t->options.plain) return expr_node2(t, op, 1, a, b);
  if (expr_same(a, b)) return t->no;
  return t->rich ? order_rich(t, op, a, b) : expr_node2(t, op, 1, a, b);
}

expr expr_ult(expr_table *t, expr a, expr b) { return order(t, EXPR_ULT, a, b); }
expr expr_slt(expr_table *t, expr a, expr b) { return order(t, EXPR_SLT, a, b); }

// Sums, products and bitwise lists: flattening, constants to the right end, like terms, sorting ([AVPE15],
// rules 6.1-6.11 and 6.17-6.20).
//
// Normal form of a list: left-nested, operands in expr_order (creation order with as_documented), the constant last.
// Lists longer than EXPR_CHAIN_CAP stay nested; only their constants are lifted.
#include "expr/expr_impl.h"

int expr_order(const expr_table *t, expr a, expr b) {
  const enode *x = enode_of(t, a), *y = enode_of(t, b);
  if (x->op != y->op) {
    if (x->op == EXPR_CONST) return 1;
    if (y->op == EXPR_CONST) return -1;
    return x->op < y->op ? -1 : 1;
  }
  if (x->blind != y->blind) return x->blind < y->blind ? -1 : 1;
  return a.id < b.id ? -1 : a.id > b.id;
}

typedef struct chain {
  expr item[EXPR_CHAIN_CAP];
  val coeff[EXPR_CHAIN_CAP];  // sums only
  unsigned n;
  unsigned steps;  // nodes seen: operands that cancel must not let a walk run on
  val constant;
} chain;

static void sort_items(const expr_table *t, expr *item, unsigned n) {
  if (!t->rich) return;
  for (unsigned i = 1; i < n; i++) {
    expr e = item[i];
    unsigned j = i;
    for (; j > 0 && expr_order(t, item[j - 1], e) > 0; j--) item[j] = item[j - 1];
    item[j] = e;
  }
}

static expr nest(expr_table *t, expr_op op, uint32_t w, const expr *item, unsigned n) {
  expr r = item[0];
  for (unsigned i = 1; i < n; i++) r = expr_node2(t, op, w, r, item[i]);
  return r;
}

// Calls `take` for each operand of the `op` list under e, left to right; false as soon as `take` says so or the list
// is larger than any flattened list can be.
typedef bool take_fn(expr_table *t, chain *c, expr operand, val k);
static bool flatten(expr_table *t, expr_op op, expr e, chain *c, val k, take_fn *take) {
  expr pending[EXPR_CHAIN_CAP + 2];
  unsigned n = 0;
  pending[n++] = e;
  while (n) {
    expr x = pending[--n];
    if (c->steps++ > 8 * EXPR_CHAIN_CAP) return false;
    if (!enode_is(t, x, op)) {
      if (!take(t, c, x, k)) return false;
      continue;
    }
    if (n + 2 > EXPR_CHAIN_CAP + 2) return false;
    pending[n++] = enode_arg(t, x, 1);
    pending[n++] = enode_arg(t, x, 0);
  }
  return true;
}

// The constant at the right end of a list, or `neutral`.
static expr split_last(expr_table *t, expr_op op, expr e, val neutral, val *constant) {
  *constant = neutral;
  if (enode_is(t, e, op) && enode_is(t, enode_arg(t, e, 1), EXPR_CONST)) {
    *constant = expr_val(t, enode_arg(t, e, 1));
    return enode_arg(t, e, 0);
  }
  return e;
}

// Too long to flatten: a op b with the constants of both lifted to the end.
static expr join_long(expr_table *t, expr_op op, expr a, expr b, val neutral) {
  uint32_t w = enode_width(t, a);
  val ca, cb;
  a = split_last(t, op, a, neutral, &ca);
  b = split_last(t, op, b, neutral, &cb);
  if (enode_is(t, a, EXPR_CONST)) {
    expr swap = a;
    a = b;
    b = swap;
  }
  val c = expr_val_op(t, op, w, ca, cb);
  expr r;
  if (enode_is(t, b, EXPR_CONST)) {
    c = expr_val_op(t, op, w, c, expr_val(t, b));
    r = a;
  } else {
    if (t->rich && expr_order(t, a, b) > 0 && !enode_is(t, a, op)) {
      expr swap = a;
      a = b;
      b = swap;
    }
    r = expr_node2(t, op, w, a, b);
  }
  return c == neutral ? r : expr_node2(t, op, w, r, expr_from_val(t, w, c));
}

// --- sums -----------------------------------------------------------------------------------------------------------

static bool sum_put(expr_table *t, chain *c, expr base, val k) {
  uint32_t w = enode_width(t, base);
  // The documents' rule 6.10 looks at the two operands of one sum only: as documented like terms meet side by side.
  for (unsigned i = t->rich || !c->n ? 0 : c->n - 1; i < c->n; i++)
    if (expr_same(c->item[i], base)) {
      c->coeff[i] = expr_val_op(t, EXPR_ADD, w, c->coeff[i], k);
      return true;
    }
  if (c->n == EXPR_CHAIN_CAP) return false;
  c->item[c->n] = base;
  c->coeff[c->n++] = k;
  return true;
}

static bool sum_take(expr_table *t, chain *c, expr e, val k) {
  uint32_t w = enode_width(t, e);
  if (enode_is(t, e, EXPR_CONST)) {
    c->constant = expr_val_op(t, EXPR_ADD, w, c->constant, expr_val_op(t, EXPR_MUL, w, k, expr_val(t, e)));
    return true;
  }
  if (enode_is(t, e, EXPR_MUL) && enode_is(t, enode_arg(t, e, 1), EXPR_CONST))
    return sum_put(t, c, enode_arg(t, e, 0), expr_val_op(t, EXPR_MUL, w, k, expr_val(t, enode_arg(t, e, 1))));
  if (t->rich && enode_is(t, e, EXPR_NOT)) {  // ~x = -x - 1
    val minus = expr_val_op(t, EXPR_MUL, w, k, expr_val_ones(t, w));
    c->constant = expr_val_op(t, EXPR_ADD, w, c->constant, minus);
    return sum_put(t, c, enode_arg(t, e, 0), minus);
  }
  return sum_put(t, c, e, k);
}

static expr mul_by_const(expr_table *t, expr x, val k);

static expr sum_build(expr_table *t, uint32_t w, chain *c) {
  val zero = expr_val_small(t, w, 0), one = expr_val_small(t, w, 1);
  expr item[EXPR_CHAIN_CAP], later[EXPR_CHAIN_CAP];
  unsigned n = 0, late = 0;
  for (unsigned i = 0; i < c->n; i++) {
    if (c->coeff[i] == zero) continue;
    expr e = c->coeff[i] == one ? c->item[i] : mul_by_const(t, c->item[i], c->coeff[i]);
    // A factor that became 1 or -1 sets the sum below it free.
    if (enode_is(t, e, EXPR_ADD))
      later[late++] = e;
    else
      item[n++] = e;
  }
  expr r = EXPR_NONE;
  if (n) {
    sort_items(t, item, n);
    r = nest(t, EXPR_ADD, w, item, n);
  }
  if (late == 0) {
    if (!expr_some(r)) return expr_from_val(t, w, c->constant);
    return c->constant == zero ? r : expr_node2(t, EXPR_ADD, w, r, expr_from_val(t, w, c->constant));
  }
  expr k = expr_from_val(t, w, c->constant);
  r = expr_some(r) ? expr_chain_add(t, r, k) : k;
  for (unsigned i = 0; i < late; i++) r = expr_chain_add(t, r, later[i]);
  return r;
}

expr expr_chain_add(expr_table *t, expr a, expr b) {
  uint32_t w = enode_width(t, a);
  val zero = expr_val_small(t, w, 0), one = expr_val_small(t, w, 1);
  if (expr_is_zero(t, a)) return b;
  if (expr_is_zero(t, b)) return a;
  chain c = {.n = 0, .constant = zero};
  if (flatten(t, EXPR_ADD, a, &c, one, sum_take) && flatten(t, EXPR_ADD, b, &c, one, sum_take))
    return sum_build(t, w, &c);
  return join_long(t, EXPR_ADD, a, b, zero);
}

void expr_split_sum(expr_table *t, expr e, expr *rest, val *constant) {
  uint32_t w = enode_width(t, e);
  if (enode_is(t, e, EXPR_CONST)) {
    *rest = EXPR_NONE;
    *constant = expr_val(t, e);
  } else {
    *rest = split_last(t, EXPR_ADD, e, expr_val_small(t, w, 0), constant);
  }
}

// --- products -------------------------------------------------------------------------------------------------------

static expr mul_by_const(expr_table *t, expr x, val k) {
  uint32_t w = enode_width(t, x);
  val zero = expr_val_small(t, w, 0), one = expr_val_small(t, w, 1);
  if (k == zero) return expr_from_val(t, w, zero);
  if (k == one) return x;
  if (enode_is(t, x, EXPR_CONST)) return expr_from_val(t, w, expr_val_op(t, EXPR_MUL, w, k, expr_val(t, x)));
  if (enode_is(t, x, EXPR_MUL) && enode_is(t, enode_arg(t, x, 1), EXPR_CONST))
    return mul_by_const(t, enode_arg(t, x, 0), expr_val_op(t, EXPR_MUL, w, k, expr_val(t, enode_arg(t, x, 1))));
  if (enode_is(t, x, EXPR_ADD)) {
    if (k == expr_val_ones(t, w)) {  // -(x + y) = -x + -y, so that differences cancel
      chain c = {.n = 0, .constant = zero};
      if (flatten(t, EXPR_ADD, x, &c, k, sum_take)) return sum_build(t, w, &c);
    }
    if (enode_is(t, enode_arg(t, x, 1), EXPR_CONST)) {  // 6.11
      val shift = expr_val_op(t, EXPR_MUL, w, k, expr_val(t, enode_arg(t, x, 1)));
      expr scaled = mul_by_const(t, enode_arg(t, x, 0), k);
      return shift == zero ? scaled : expr_chain_add(t, scaled, expr_from_val(t, w, shift));
    }
  }
  return expr_node2(t, EXPR_MUL, w, x, expr_from_val(t, w, k));
}

static bool product_take(expr_table *t, chain *c, expr e, val k) {
  (void)k;
  if (enode_is(t, e, EXPR_CONST)) {
    c->constant = expr_val_op(t, EXPR_MUL, enode_width(t, e), c->constant, expr_val(t, e));
    return true;
  }
  if (c->n == EXPR_CHAIN_CAP) return false;
  c->item[c->n++] = e;
  return true;
}

expr expr_chain_mul(expr_table *t, expr a, expr b) {
  uint32_t w = enode_width(t, a);
  val one = expr_val_small(t, w, 1);
  if (enode_is(t, a, EXPR_CONST)) return mul_by_const(t, b, expr_val(t, a));
  if (enode_is(t, b, EXPR_CONST)) return mul_by_const(t, a, expr_val(t, b));
  chain c = {.n = 0, .constant = one};
  if (!flatten(t, EXPR_MUL, a, &c, one, product_take) || !flatten(t, EXPR_MUL, b, &c, one, product_take))
    return join_long(t, EXPR_MUL, a, b, one);
  sort_items(t, c.item, c.n);
  return mul_by_const(t, nest(t, EXPR_MUL, w, c.item, c.n), c.constant);
}

// --- and, or, xor ---------------------------------------------------------------------------------------------------

static bool list_take(expr_table *t, chain *c, expr e, val op) {
  if (enode_is(t, e, EXPR_CONST)) {
    c->constant = expr_val_op(t, (expr_op)op, enode_width(t, e), c->constant, expr_val(t, e));
    return true;
  }
  for (unsigned i = 0; i < c->n; i++)
    if (expr_same(c->item[i], e)) return true;  // 6.17, 6.18
  if (c->n == EXPR_CHAIN_CAP) return false;
  c->item[c->n++] = e;
  return true;
}

// 6.19, 6.20: some operand and its negation are both in the list.
static bool has_opposites(const expr_table *t, const chain *c) {
  for (unsigned i = 0; i < c->n; i++) {
    if (!enode_is(t, c->item[i], EXPR_NOT)) continue;
    uint32_t inner = enode_of(t, c->item[i])->u.arg[0];
    for (unsigned j = 0; j < c->n; j++)
      if (c->item[j].id == inner) return true;
  }
  return false;
}

// The constant of a bitwise list is superfluous when the known bits of the rest imply it.
static bool mask_is_idle(expr_table *t, expr_op op, expr rest, val constant) {
  uint32_t w = enode_width(t, rest);
  if (!t->rich || w > 64) return false;
  expr_bits b = expr_get_bits(t, rest);
  return op == EXPR_AND ? (~constant & bits_mask(w) & ~b.zero) == 0 : (constant & ~b.one) == 0;
}

expr expr_chain_logic(expr_table *t, expr_op op, expr a, expr b) {
  uint32_t w = enode_width(t, a);
  val zero = expr_val_small(t, w, 0), ones = expr_val_ones(t, w);
  val neutral = op == EXPR_AND ? ones : zero, absorbing = op == EXPR_AND ? zero : ones;
  if (expr_same(a, b)) return a;
  if (enode_is(t, a, EXPR_CONST) && expr_val(t, a) == absorbing) return a;
  if (enode_is(t, b, EXPR_CONST) && expr_val(t, b) == absorbing) return b;
  chain c = {.n = 0, .constant = neutral};
  if (!flatten(t, op, a, &c, op, list_take) || !flatten(t, op, b, &c, op, list_take)) {
    bool opposite = (enode_is(t, a, EXPR_NOT) && expr_same(enode_arg(t, a, 0), b)) ||
                    (enode_is(t, b, EXPR_NOT) && expr_same(enode_arg(t, b, 0), a));
    return opposite ? expr_from_val(t, w, absorbing) : join_long(t, op, a, b, neutral);
  }
  if (c.constant == absorbing || has_opposites(t, &c)) return expr_from_val(t, w, absorbing);
  if (c.n == 0) return expr_from_val(t, w, c.constant);
  sort_items(t, c.item, c.n);
  expr r = nest(t, op, w, c.item, c.n);
  if (c.constant == neutral || mask_is_idle(t, op, r, c.constant)) return r;
  if (op == EXPR_AND && t->rich && w <= 64 && (c.constant & (c.constant + 1)) == 0)  // the low bits
    return expr_zext(t, expr_extract(t, r, (uint32_t)__builtin_ctzll(~c.constant) - 1, 0), w);
  return expr_node2(t, op, w, r, expr_from_val(t, w, c.constant));
}

static bool xor_take(expr_table *t, chain *c, expr e, val ones) {
  uint32_t w = enode_width(t, e);
  if (enode_is(t, e, EXPR_CONST)) {
    c->constant = expr_val_op(t, EXPR_XOR, w, c->constant, expr_val(t, e));
    return true;
  }
  if (t->rich && enode_is(t, e, EXPR_NOT)) {
    c->constant = expr_val_op(t, EXPR_XOR, w, c->constant, ones);
    e = enode_arg(t, e, 0);
    if (enode_is(t, e, EXPR_XOR)) return flatten(t, EXPR_XOR, e, c, ones, xor_take);
  }
  for (unsigned i = 0; i < c->n; i++)
    if (expr_same(c->item[i], e)) {
      for (c->n--; i < c->n; i++) c->item[i] = c->item[i + 1];
      return true;
    }
  if (c->n == EXPR_CHAIN_CAP) return false;
  c->item[c->n++] = e;
  return true;
}

expr expr_chain_xor(expr_table *t, expr a, expr b) {
  uint32_t w = enode_width(t, a);
  val zero = expr_val_small(t, w, 0), ones = expr_val_ones(t, w);
  chain c = {.n = 0, .constant = zero};
  if (!flatten(t, EXPR_XOR, a, &c, ones, xor_take) || !flatten(t, EXPR_XOR, b, &c, ones, xor_take))
    return join_long(t, EXPR_XOR, a, b, zero);
  if (c.n == 0) return expr_from_val(t, w, c.constant);
  sort_items(t, c.item, c.n);
  expr r = nest(t, EXPR_XOR, w, c.item, c.n);
  if (c.constant == zero) return r;
  if (t->rich && c.constant == ones) return expr_not(t, r);
  return expr_node2(t, EXPR_XOR, w, r, expr_from_val(t, w, c.constant));
}

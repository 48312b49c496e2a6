// Cutting and joining of bit-vectors: extract, concat, zero and sign extension.
#include "expr/expr_impl.h"

// A cut is pushed through operations that work bit by bit or from the low bits up: what is left of a test like
// (x >> 3 & 1) or sum % 2 == 0 is a few bits of literals. One call of expr_extract, with all that it leads to, pushes
// at most this often: terms are graphs, and deep.
#define PUSH_BUDGET 96

// Both operands cut in the same way.
static expr cut_both(expr_table *t, expr_op op, expr a, uint32_t hi, uint32_t lo) {
  expr x = expr_extract(t, enode_arg(t, a, 0), hi, lo);
  return expr_binary(t, op, x, expr_extract(t, enode_arg(t, a, 1), hi, lo));
}

// The amount of a shift by a constant below the width.
static bool shift_amount(expr_table *t, expr a, uint32_t *by) {
  expr amount = enode_arg(t, a, 1);
  uint32_t w = enode_width(t, a);
  if (!enode_is(t, amount, EXPR_CONST)) return false;
  uint64_t k = expr_const_u64(t, amount);
  if (k >= w || (w > 64 && !expr_same(expr_const(t, w, k), amount))) return false;
  *by = (uint32_t)k;
  return true;
}

// Bits lo to hi of a shift by a constant come from lo - by (SHL) or lo + by of the shifted term.
static expr cut_shift(expr_table *t, expr a, uint32_t hi, uint32_t lo) {
  expr x = enode_arg(t, a, 0);
  uint32_t w = enode_width(t, a), width = hi - lo + 1, by;
  if (!shift_amount(t, a, &by)) return EXPR_NONE;
  if (enode_is(t, a, EXPR_SHL)) {
    if (hi < by) return expr_const(t, width, 0);
    if (lo >= by) return expr_extract(t, x, hi - by, lo - by);
    return expr_concat(t, expr_extract(t, x, hi - by, 0), expr_const(t, by - lo, 0));
  }
  bool is_signed = enode_is(t, a, EXPR_ASHR);
  uint32_t room = w - by;  // bits of x that are left
  if (hi < room) return expr_extract(t, x, hi + by, lo + by);
  if (lo >= room && !is_signed) return expr_const(t, width, 0);
  return expr_resize(t, expr_extract(t, x, w - 1, lo < room ? lo + by : w - 1), width, is_signed);
}

// The cut pushed into the operands of a; EXPR_NONE if it does not commute with a.
static expr push_cut(expr_table *t, expr a, uint32_t hi, uint32_t lo) {
  expr_op op = expr_get_op(t, a);
  if (op == EXPR_AND || op == EXPR_OR || op == EXPR_XOR) return cut_both(t, op, a, hi, lo);
  if ((op == EXPR_ADD || op == EXPR_MUL) && lo == 0) return cut_both(t, op, a, hi, lo);
  if (op == EXPR_SHL || op == EXPR_LSHR || op == EXPR_ASHR) return cut_shift(t, a, hi, lo);
  if (op == EXPR_NOT) return expr_not(t, expr_extract(t, enode_arg(t, a, 0), hi, lo));
  if (op == EXPR_ITE) {
    expr x = expr_extract(t, enode_arg(t, a, 1), hi, lo), y = expr_extract(t, enode_arg(t, a, 2), hi, lo);
    return expr_ite(t, enode_arg(t, a, 0), x, y);
  }
  return EXPR_NONE;
}

static expr push_within_budget(expr_table *t, expr a, uint32_t hi, uint32_t lo) {
  bool first = !t->cutting;
  if (first) t->cut_budget = PUSH_BUDGET;
  if (t->cut_budget == 0) return EXPR_NONE;
  t->cut_budget--;
  t->cutting = true;
  expr r = push_cut(t, a, hi, lo);
  if (first) t->cutting = false;
  return r;
}

static expr extract_of_extension(expr_table *t, expr a, uint32_t hi, uint32_t lo) {
  expr x = enode_arg(t, a, 0);
  uint32_t inner = enode_width(t, x);
  bool is_signed = enode_is(t, a, EXPR_SEXT);
  if (hi < inner) return expr_extract(t, x, hi, lo);
  if (!is_signed && lo >= inner) return expr_const(t, hi - lo + 1, 0);
  if (!is_signed) return expr_zext(t, expr_extract(t, x, inner - 1, lo), hi - lo + 1);
  // Copies of the sign bit only, or a tail of x followed by such copies.
  uint32_t from = lo < inner ? lo : inner - 1;
  return expr_sext(t, expr_extract(t, x, inner - 1, from), hi - lo + 1);
}

expr expr_extract(expr_table *t, expr a, uint32_t hi, uint32_t lo) {
  const enode *n = enode_of(t, a);
  CHECK(n->elem == 0 && hi < n->width && lo <= hi, "extract out of range");
  uint32_t w = hi - lo + 1;
  if (w == n->width) return a;
  if (t->options.plain) return expr_node(t, EXPR_EXTRACT, sort_bv(w), a.id, hi, lo);
  if (n->op == EXPR_EXTRACT) return expr_extract(t, enode_arg(t, a, 0), hi + n->u.arg[2], lo + n->u.arg[2]);
  while (enode_is(t, a, EXPR_CONCAT)) {
    uint32_t low = enode_width(t, enode_arg(t, a, 1));
    if (lo >= low) {
      a = enode_arg(t, a, 0);
      hi -= low;
      lo -= low;
    } else if (hi < low) {
      a = enode_arg(t, a, 1);
    } else {
      break;
    }
  }
  n = enode_of(t, a);
  if (w == n->width) return a;
  if (n->op == EXPR_EXTRACT) return expr_extract(t, enode_arg(t, a, 0), hi + n->u.arg[2], lo + n->u.arg[2]);
  if (n->op == EXPR_ZEXT || n->op == EXPR_SEXT) return extract_of_extension(t, a, hi, lo);
  if (t->rich) {
    expr r = push_within_budget(t, a, hi, lo);
    if (expr_some(r)) return r;
  }
  return expr_node(t, EXPR_EXTRACT, sort_bv(w), a.id, hi, lo);
}

expr expr_concat(expr_table *t, expr high, expr low) {
  const enode *h = enode_of(t, high), *l = enode_of(t, low);
  CHECK(h->elem == 0 && l->elem == 0, "concatenation of an array");
  CHECK(h->width <= UINT32_MAX - l->width, "bit-vector too wide");
  uint32_t w = h->width + l->width;
  if (!t->options.plain) {
    if (expr_is_zero(t, high)) return expr_zext(t, low, w);
    if (h->op == EXPR_EXTRACT && l->op == EXPR_EXTRACT && h->u.arg[0] == l->u.arg[0] && h->u.arg[2] == l->u.arg[1] + 1)
      return expr_extract(t, enode_arg(t, high, 0), h->u.arg[1], l->u.arg[2]);
  }
  return expr_node2(t, EXPR_CONCAT, w, high, low);
}

expr expr_zext(expr_table *t, expr a, uint32_t width) {
  const enode *n = enode_of(t, a);
  CHECK(n->elem == 0 && width >= n->width, "extension to fewer bits");
  if (width == n->width) return a;
  if (!t->options.plain && n->op == EXPR_ZEXT) a = enode_arg(t, a, 0);
  return expr_node(t, EXPR_ZEXT, sort_bv(width), a.id, 0, 0);
}

expr expr_sext(expr_table *t, expr a, uint32_t width) {
  const enode *n = enode_of(t, a);
  CHECK(n->elem == 0 && width >= n->width, "extension to fewer bits");
  if (width == n->width) return a;
  if (!t->options.plain) {
    if (n->op == EXPR_ZEXT) return expr_zext(t, a, width);  // its sign bit is 0
    if (n->op == EXPR_SEXT)
      a = enode_arg(t, a, 0);
    else if (t->rich && n->width <= 64 && expr_get_bits(t, a).smin >= 0)
      return expr_zext(t, a, width);
  }
  return expr_node(t, EXPR_SEXT, sort_bv(width), a.id, 0, 0);
}

expr expr_resize(expr_table *t, expr a, uint32_t width, bool is_signed) {
  uint32_t w = enode_width(t, a);
  if (width < w) return expr_extract(t, a, width - 1, 0);
  return is_signed ? expr_sext(t, a, width) : expr_zext(t, a, width);
}

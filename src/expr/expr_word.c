// Cutting and joining of bit-vectors: extract, concat, zero and sign extension.
#include "expr/expr_impl.h"

// Does truncation commute with e, and do its operands get simpler by it? (C's promotions: (char)((int)c + 1).)
static bool narrows(const expr_table *t, expr e, uint32_t width) {
  if (enode_is(t, e, EXPR_CONST)) return true;
  return (enode_is(t, e, EXPR_ZEXT) || enode_is(t, e, EXPR_SEXT)) && enode_width(t, enode_arg(t, e, 0)) <= width;
}

static expr extract_of_sum(expr_table *t, expr a, uint32_t hi) {
  expr_op op = expr_get_op(t, a);
  if (op != EXPR_ADD && op != EXPR_MUL && op != EXPR_AND && op != EXPR_OR && op != EXPR_XOR) return EXPR_NONE;
  expr x = enode_arg(t, a, 0), y = enode_arg(t, a, 1);
  if (!narrows(t, x, hi + 1) || !narrows(t, y, hi + 1)) return EXPR_NONE;
  return expr_binary(t, op, expr_extract(t, x, hi, 0), expr_extract(t, y, hi, 0));
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
  if (t->rich && lo == 0) {
    expr r = extract_of_sum(t, a, hi);
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
    if (h->op == EXPR_EXTRACT && l->op == EXPR_EXTRACT && h->u.arg[0] == l->u.arg[0] &&
        h->u.arg[2] == l->u.arg[1] + 1)
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
    if (n->op == EXPR_SEXT) a = enode_arg(t, a, 0);
    else if (t->rich && n->width <= 64 && expr_get_bits(t, a).smin >= 0) return expr_zext(t, a, width);
  }
  return expr_node(t, EXPR_SEXT, sort_bv(width), a.id, 0, 0);
}

expr expr_resize(expr_table *t, expr a, uint32_t width, bool is_signed) {
  uint32_t w = enode_width(t, a);
  if (width < w) return expr_extract(t, a, width - 1, 0);
  return is_signed ? expr_sext(t, a, width) : expr_zext(t, a, width);
}

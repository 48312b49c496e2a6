// Terms that are visibly one of a few constants: if-then-else over constants, and operations on such.
#include <string.h>

#include "base/map64.h"
#include "base/vec.h"
#include "expr/expr.h"

#define MAX_DEPTH 600u  // of nested terms that are looked into

typedef VEC(uint64_t) word_vec;  // ascending

typedef struct finder {
  expr_table *t;
  size_t max;
  map64 known;         // term -> index in sets
  VEC(word_vec) sets;  // empty: not known
} finder;

static void add_word(word_vec *v, uint64_t x) {
  size_t at = v->len;
  while (at > 0 && v->data[at - 1] >= x) at--;
  if (at < v->len && v->data[at] == x) return;
  vec_push(v, x);
  memmove(v->data + at + 1, v->data + at, (v->len - 1 - at) * sizeof *v->data);
  v->data[at] = x;
}

static size_t find(finder *f, expr e, unsigned depth);

static void unite(finder *f, expr e, unsigned depth, word_vec *out) {
  for (unsigned i = 1; i <= 2; i++) {
    size_t at = find(f, expr_arg(f->t, e, i), depth);
    if (!f->sets.data[at].len) {
      out->len = 0;
      return;
    }
    for (size_t k = 0; k < f->sets.data[at].len; k++) add_word(out, f->sets.data[at].data[k]);
  }
}

// The operation with the constant c for one of its operands.
static expr on_value(expr_table *t, expr e, unsigned varying, expr c) {
  expr_op op = expr_get_op(t, e);
  if (op == EXPR_ZEXT) return expr_zext(t, c, expr_width(t, e));
  if (op == EXPR_SEXT) return expr_sext(t, c, expr_width(t, e));
  if (op == EXPR_EXTRACT) return expr_extract(t, c, expr_extract_hi(t, e), expr_extract_lo(t, e));
  return varying ? expr_binary(t, op, expr_arg(t, e, 0), c) : expr_binary(t, op, c, expr_arg(t, e, 1));
}

// An operation of which one operand varies: on each of its values.
static void apply(finder *f, expr e, unsigned varying, unsigned depth, word_vec *out) {
  expr_table *t = f->t;
  expr arg = expr_arg(t, e, varying);
  uint32_t width = expr_width(t, arg);
  size_t at = find(f, arg, depth);
  for (size_t k = 0; k < f->sets.data[at].len; k++) {
    expr r = on_value(t, e, varying, expr_const(t, width, f->sets.data[at].data[k]));
    if (!expr_is_const(t, r)) {
      out->len = 0;
      return;
    }
    add_word(out, expr_const_u64(t, r));
  }
}

static void compute(finder *f, expr e, unsigned depth, word_vec *out) {
  expr_table *t = f->t;
  if (expr_width(t, e) > 64 || depth > MAX_DEPTH) return;
  if (expr_is_const(t, e)) {
    vec_push(out, expr_const_u64(t, e));
    return;
  }
  expr_op op = expr_get_op(t, e);
  bool binary = op == EXPR_ADD || op == EXPR_MUL || op == EXPR_SHL;
  if (op == EXPR_ITE)
    unite(f, e, depth + 1, out);
  else if (op == EXPR_ZEXT || op == EXPR_SEXT || (op == EXPR_EXTRACT && expr_width(t, expr_arg(t, e, 0)) <= 64))
    apply(f, e, 0, depth + 1, out);
  else if (binary && expr_is_const(t, expr_arg(t, e, 1)))
    apply(f, e, 0, depth + 1, out);
  else if (binary && expr_is_const(t, expr_arg(t, e, 0)))
    apply(f, e, 1, depth + 1, out);
  if (out->len > f->max) out->len = 0;
}

static size_t find(finder *f, expr e, unsigned depth) {
  uint64_t at;
  if (map64_get(&f->known, e.id, &at)) return at;
  word_vec found = {0};
  compute(f, e, depth, &found);
  at = f->sets.len;
  vec_push(&f->sets, found);
  map64_put(&f->known, e.id, at);
  return at;
}

size_t expr_constants(expr_table *t, expr e, uint64_t *out, size_t max) {
  finder f = {.t = t, .max = max};
  size_t at = find(&f, e, 0), n = f.sets.data[at].len;
  if (n) memcpy(out, f.sets.data[at].data, n * sizeof *out);
  for (size_t i = 0; i < f.sets.len; i++) vec_free(&f.sets.data[i]);
  vec_free(&f.sets);
  map64_fini(&f.known);
  return n;
}

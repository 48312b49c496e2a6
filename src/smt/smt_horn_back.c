// Answers of the Horn engine as terms over bit-vectors. A comparison of sums gets room for what they carry, so that it means
// what it meant over integers.
#include <stdlib.h>

#include "smt/smt_horn_impl.h"

enum { MOST_LEAVES = 24 };

// A linear term over variables and cells of arrays.
typedef struct linear {
  expr leaf[MOST_LEAVES];
  int64_t factor[MOST_LEAVES], rest;
  size_t n;
  bool ok;
} linear;

static expr argument(const horn_answer *h, Z3_ast a) {
  if (Z3_get_ast_kind(h->ctx, a) != Z3_VAR_AST) return EXPR_NONE;
  unsigned i = Z3_get_index_value(h->ctx, a);
  return i < h->n_args ? h->args[i] : EXPR_NONE;
}

static bool is_word(const horn_answer *h, expr e) { return !expr_sort(h->t, e).elem && expr_width(h->t, e) > 1; }
static bool is_truth(const horn_answer *h, expr e) { return !expr_sort(h->t, e).elem && expr_width(h->t, e) == 1; }

static Z3_decl_kind kind_of(const horn_answer *h, Z3_app app) {
  return Z3_get_decl_kind(h->ctx, Z3_get_app_decl(h->ctx, app));
}

static void add_linear(const horn_answer *h, Z3_ast a, int64_t factor, unsigned depth, linear *out);

static void add_leaf(linear *l, expr leaf, int64_t factor) {
  size_t i = 0;
  while (i < l->n && !expr_same(l->leaf[i], leaf)) i++;
  if (i == MOST_LEAVES || !expr_some(leaf)) {
    l->ok = false;
    return;
  }
  if (i == l->n) l->leaf[l->n++] = leaf;
  l->ok = l->ok && !__builtin_add_overflow(l->factor[i], factor, &l->factor[i]);
}

// A product with numbers in all places but one.
static void add_product(const horn_answer *h, Z3_app app, int64_t factor, unsigned depth, linear *out) {
  Z3_ast other = NULL;
  for (unsigned i = 0; i < Z3_get_app_num_args(h->ctx, app); i++) {
    Z3_ast x = Z3_get_app_arg(h->ctx, app, i);
    int64_t n = 1;
    if (Z3_get_ast_kind(h->ctx, x) != Z3_NUMERAL_AST) {
      out->ok = out->ok && !other;
      other = x;
    } else {
      out->ok = out->ok && Z3_get_numeral_int64(h->ctx, x, &n) && !__builtin_mul_overflow(factor, n, &factor);
    }
  }
  if (out->ok && other) add_linear(h, other, factor, depth, out);
}

// The sum as a number of `width` bits, in which it wraps around.
static expr sum_of(const horn_answer *h, const linear *l, uint32_t width) {
  expr sum = expr_const(h->t, width, (uint64_t)l->rest);
  for (size_t i = 0; i < l->n; i++) {
    expr part = expr_mul(h->t, expr_const(h->t, width, (uint64_t)l->factor[i]),
                         expr_resize(h->t, l->leaf[i], width, true));
    sum = expr_add(h->t, sum, part);
  }
  return sum;
}

static expr number_of(const horn_answer *h, Z3_ast a, uint32_t width, unsigned depth) {
  linear l = {.ok = true};
  add_linear(h, a, 1, depth, &l);
  return l.ok ? sum_of(h, &l, width) : EXPR_NONE;
}

static expr array_of(const horn_answer *h, Z3_ast a, unsigned depth) {
  expr arg = argument(h, a);
  if (expr_some(arg)) return expr_sort(h->t, arg).elem ? arg : EXPR_NONE;
  if (Z3_get_ast_kind(h->ctx, a) != Z3_APP_AST || depth > HORN_DEPTH) return EXPR_NONE;
  Z3_app app = Z3_to_app(h->ctx, a);
  if (kind_of(h, app) != Z3_OP_STORE) return EXPR_NONE;
  expr below = array_of(h, Z3_get_app_arg(h->ctx, app, 0), depth + 1);
  if (!expr_some(below)) return EXPR_NONE;
  sort s = expr_sort(h->t, below);
  expr index = number_of(h, Z3_get_app_arg(h->ctx, app, 1), s.width, depth + 1);
  expr value = number_of(h, Z3_get_app_arg(h->ctx, app, 2), s.elem, depth + 1);
  return expr_some(index) && expr_some(value) ? expr_store(h->t, below, index, value) : EXPR_NONE;
}

static expr cell_of(const horn_answer *h, Z3_app app, unsigned depth) {
  expr array = array_of(h, Z3_get_app_arg(h->ctx, app, 0), depth + 1);
  if (!expr_some(array)) return EXPR_NONE;
  expr index = number_of(h, Z3_get_app_arg(h->ctx, app, 1), expr_sort(h->t, array).width, depth + 1);
  return expr_some(index) ? expr_select(h->t, array, index) : EXPR_NONE;
}

static void add_application(const horn_answer *h, Z3_app app, int64_t factor, unsigned depth, linear *out) {
  Z3_decl_kind op = kind_of(h, app);
  if (op == Z3_OP_MUL) {
    add_product(h, app, factor, depth + 1, out);
  } else if (op == Z3_OP_SELECT) {
    add_leaf(out, cell_of(h, app, depth + 1), factor);
  } else {
    out->ok = op == Z3_OP_ADD || op == Z3_OP_SUB || op == Z3_OP_UMINUS;
    for (unsigned i = 0; i < Z3_get_app_num_args(h->ctx, app) && out->ok; i++) {
      bool minus = op == Z3_OP_UMINUS || (op == Z3_OP_SUB && i > 0);
      add_linear(h, Z3_get_app_arg(h->ctx, app, i), minus ? -factor : factor, depth + 1, out);
    }
  }
}

static void add_linear(const horn_answer *h, Z3_ast a, int64_t factor, unsigned depth, linear *out) {
  Z3_ast_kind kind = Z3_get_ast_kind(h->ctx, a);
  expr arg = argument(h, a);
  int64_t n;
  out->ok = out->ok && depth < HORN_DEPTH;
  if (!out->ok) return;
  if (kind == Z3_NUMERAL_AST)
    out->ok = Z3_get_numeral_int64(h->ctx, a, &n) && !__builtin_mul_overflow(factor, n, &n) &&
              !__builtin_add_overflow(out->rest, n, &out->rest);
  else if (expr_some(arg) && is_word(h, arg))
    add_leaf(out, arg, factor);
  else if (kind == Z3_APP_AST)
    add_application(h, Z3_to_app(h->ctx, a), factor, depth, out);
  else
    out->ok = false;
}

// The part of a linear term with positive (or negative) factors, as a sum of positive ones; with the number, or without.
static expr one_side(const horn_answer *h, const linear *l, bool positive, bool rest, uint32_t width) {
  int64_t sign = positive ? 1 : -1;
  linear side = {.rest = rest ? l->rest * sign : 0};
  for (size_t i = 0; i < l->n; i++) {
    if (l->factor[i] * sign <= 0) continue;
    side.leaf[side.n] = l->leaf[i];
    side.factor[side.n++] = l->factor[i] * sign;
  }
  return sum_of(h, &side, width);
}

// With room for what a sum of a few terms may carry: a comparison of integers is then one of bit-vectors. Equations hold
// modulo 2^n too, and a single variable on either side carries nothing.
static uint32_t width_for(const horn_answer *h, const linear *l, bool equation) {
  enum { ROOM = 8 };
  uint32_t most = 0;
  int64_t vars = 0, size = l->rest > INT64_MIN / 4 && l->rest < INT64_MAX / 4 ? llabs(l->rest) : INT64_MAX;
  bool units = true;
  for (size_t i = 0; i < l->n; i++) {
    int64_t f = l->factor[i] > -64 && l->factor[i] < 64 ? llabs(l->factor[i]) : 64;
    if (!f) continue;
    vars++;
    units = units && f == 1;
    uint32_t w = expr_width(h->t, l->leaf[i]);
    if (w > most) most = w;
    if (f > 16) size = INT64_MAX;
  }
  if (!vars || most > 56 || size >= INT64_MAX / 2) return 0;
  bool plain = equation || (units && (vars == 1 || (vars == 2 && !l->rest)));
  bool fits = size < (int64_t)1 << (most - 1);
  return !fits ? 0 : plain ? most : most + ROOM;
}

// Nothing is subtracted: both sides have positive factors. A number stands alone if it can.
static expr comparison(const horn_answer *h, Z3_decl_kind op, Z3_ast a, Z3_ast b) {
  linear l = {.ok = true};
  add_linear(h, a, 1, 0, &l);
  add_linear(h, b, -1, 0, &l);
  uint32_t width = l.ok ? width_for(h, &l, op == Z3_OP_EQ) : 0;
  if (!width) return EXPR_NONE;
  bool below = false;
  for (size_t i = 0; i < l.n; i++) below = below || l.factor[i] < 0;
  expr x = one_side(h, &l, true, below, width), y = one_side(h, &l, false, !below, width);
  if (op == Z3_OP_EQ) return expr_eq(h->t, x, y);
  if (op == Z3_OP_LE) return expr_sle(h->t, x, y);
  if (op == Z3_OP_GE) return expr_sle(h->t, y, x);
  return op == Z3_OP_LT ? expr_slt(h->t, x, y) : expr_slt(h->t, y, x);
}

static bool compares(Z3_decl_kind op, unsigned n) {
  return n == 2 && (op == Z3_OP_EQ || op == Z3_OP_LE || op == Z3_OP_GE || op == Z3_OP_LT || op == Z3_OP_GT);
}

void horn_read_atoms(const horn_answer *h, Z3_ast formula, expr_vec *out) {
  typedef struct part {
    Z3_ast ast;
    unsigned depth;
  } part;
  VEC(part) worklist = {0};
  vec_push(&worklist, ((part){formula, 0}));
  while (worklist.len) {
    part p = vec_pop(&worklist);
    expr arg = argument(h, p.ast);
    if (expr_some(arg) && is_truth(h, arg)) vec_push(out, arg);
    if (Z3_get_ast_kind(h->ctx, p.ast) != Z3_APP_AST || p.depth > HORN_DEPTH) continue;
    Z3_app app = Z3_to_app(h->ctx, p.ast);
    unsigned n = Z3_get_app_num_args(h->ctx, app);
    expr e = compares(kind_of(h, app), n)
                 ? comparison(h, kind_of(h, app), Z3_get_app_arg(h->ctx, app, 0), Z3_get_app_arg(h->ctx, app, 1))
                 : EXPR_NONE;
    if (expr_some(e)) vec_push(out, e);
    for (unsigned i = n; i-- > 0 && !expr_some(e);)
      vec_push(&worklist, ((part){Z3_get_app_arg(h->ctx, app, i), p.depth + 1}));
  }
  vec_free(&worklist);
}

// --- whole formulas -------------------------------------------------------------------------------------------------

static expr formula_of(const horn_answer *h, Z3_ast a, unsigned depth);

static expr connective(const horn_answer *h, Z3_app app, bool both, unsigned depth) {
  expr r = expr_bool(h->t, both);
  for (unsigned i = 0; i < Z3_get_app_num_args(h->ctx, app); i++) {
    expr x = formula_of(h, Z3_get_app_arg(h->ctx, app, i), depth + 1);
    if (!expr_some(x)) return EXPR_NONE;
    r = both ? expr_and(h->t, r, x) : expr_or(h->t, r, x);
  }
  return r;
}

// EXPR_NONE: it has no translation.
static expr formula_of(const horn_answer *h, Z3_ast a, unsigned depth) {
  expr arg = argument(h, a);
  if (expr_some(arg)) return is_truth(h, arg) ? arg : EXPR_NONE;
  if (Z3_get_ast_kind(h->ctx, a) != Z3_APP_AST || depth > HORN_DEPTH) return EXPR_NONE;
  Z3_app app = Z3_to_app(h->ctx, a);
  Z3_decl_kind op = kind_of(h, app);
  unsigned n = Z3_get_app_num_args(h->ctx, app);
  if (op == Z3_OP_TRUE || op == Z3_OP_FALSE) return expr_bool(h->t, op == Z3_OP_TRUE);
  if (op == Z3_OP_AND || op == Z3_OP_OR) return connective(h, app, op == Z3_OP_AND, depth);
  if (op == Z3_OP_NOT) {
    expr x = formula_of(h, Z3_get_app_arg(h->ctx, app, 0), depth + 1);
    return expr_some(x) ? expr_not(h->t, x) : EXPR_NONE;
  }
  Z3_ast first = n ? Z3_get_app_arg(h->ctx, app, 0) : NULL;
  bool truths = first && Z3_get_sort_kind(h->ctx, Z3_get_sort(h->ctx, first)) == Z3_BOOL_SORT;
  if (truths && n == 2 && (op == Z3_OP_EQ || op == Z3_OP_IFF)) {
    expr x = formula_of(h, first, depth + 1), y = formula_of(h, Z3_get_app_arg(h->ctx, app, 1), depth + 1);
    return expr_some(x) && expr_some(y) ? expr_eq(h->t, x, y) : EXPR_NONE;
  }
  return compares(op, n) && !truths ? comparison(h, op, first, Z3_get_app_arg(h->ctx, app, 1)) : EXPR_NONE;
}

void horn_read_conjuncts(const horn_answer *h, Z3_ast formula, expr_vec *out) {
  VEC(Z3_ast) worklist = {0};
  vec_push(&worklist, formula);
  while (worklist.len) {
    Z3_ast a = vec_pop(&worklist);
    bool is_app = Z3_get_ast_kind(h->ctx, a) == Z3_APP_AST;
    if (is_app && kind_of(h, Z3_to_app(h->ctx, a)) == Z3_OP_AND) {
      for (unsigned i = Z3_get_app_num_args(h->ctx, Z3_to_app(h->ctx, a)); i-- > 0;)
        vec_push(&worklist, Z3_get_app_arg(h->ctx, Z3_to_app(h->ctx, a), i));
      continue;
    }
    expr e = formula_of(h, a, 0);
    if (expr_some(e)) vec_push(out, e);
  }
  vec_free(&worklist);
}

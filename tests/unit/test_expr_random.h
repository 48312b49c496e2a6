// Random terms built in several tables at once by the same calls, for tests of terms and solvers.
#ifndef TESTS_TEST_EXPR_RANDOM_H
#define TESTS_TEST_EXPR_RANDOM_H

#include "base/rng.h"
#include "expr/expr.h"

#define TABLES 3  // all rewrites, documented ones, none
enum { RICH, DOCUMENTED, PLAIN };

typedef struct term {
  expr in[TABLES];
} term;

typedef struct term_pool {
  expr_table *table[TABLES];
  rng r;
  VEC(term) terms;
  VEC(term) vars;
  const uint32_t *widths;
  size_t width_count;
  bool hard;  // products and divisions of two terms
  bool arrays;
} term_pool;

static inline sort pool_sort(const term_pool *p, term x) { return expr_sort(p->table[PLAIN], x.in[PLAIN]); }

static inline term pool_var(term_pool *p, sort s) {
  term x;
  char name[16];
  snprintf(name, sizeof name, "x%zu", p->vars.len);
  expr_var_info info = {.name = name, .type_tag = 1};
  for (int i = 0; i < TABLES; i++) x.in[i] = expr_var(p->table[i], s, &info);
  vec_push(&p->vars, x);
  return x;
}

static inline term pool_const(term_pool *p, uint32_t width) {
  uint64_t limbs[8] = {0};
  uint64_t kind = rng_below(&p->r, 10);
  uint32_t bit = (uint32_t)rng_below(&p->r, width);
  for (size_t i = 0; i < 8; i++) limbs[i] = kind == 0 ? rng_next(&p->r) : kind == 1 ? UINT64_MAX : 0;
  if (kind == 2) limbs[(width - 1) / 64] = (uint64_t)1 << ((width - 1) % 64);
  if (kind == 3) limbs[0] = rng_below(&p->r, width + 2);  // around the width, for shifts
  if (kind > 3) limbs[0] = rng_below(&p->r, 5);
  if (kind == 8) limbs[0] = 0, limbs[bit / 64] = (uint64_t)1 << (bit % 64);
  if (kind == 9) limbs[0] = ((uint64_t)1 << (bit % 64)) - 1;
  term x;
  for (int i = 0; i < TABLES; i++) x.in[i] = expr_const_wide(p->table[i], width, limbs);
  return x;
}

static inline term pool_any(term_pool *p, sort s) {
  for (int tries = 0; tries < 24; tries++) {
    term x = p->terms.data[rng_below(&p->r, p->terms.len)];
    sort o = pool_sort(p, x);
    if (o.width == s.width && o.elem == s.elem) return x;
  }
  if (s.elem == 0 && rng_below(&p->r, 2)) return pool_const(p, s.width);
  for (size_t i = 0; i < p->vars.len; i++) {
    sort o = pool_sort(p, p->vars.data[i]);
    if (o.width == s.width && o.elem == s.elem && rng_below(&p->r, 2)) return p->vars.data[i];
  }
  return pool_var(p, s);
}

// A literal, an old one if there is one.
static inline term pool_var_of(term_pool *p, uint32_t width) {
  for (size_t i = p->vars.len; i-- > 0;) {
    sort o = pool_sort(p, p->vars.data[i]);
    if (o.width == width && o.elem == 0 && rng_below(&p->r, 3)) return p->vars.data[i];
  }
  return pool_var(p, sort_bv(width));
}

static inline uint32_t pool_width(term_pool *p) { return p->widths[rng_below(&p->r, p->width_count)]; }

static inline void pool_init(term_pool *p, uint64_t seed, const uint32_t *widths, size_t n, bool hard, bool arrays) {
  *p = (term_pool){.r = rng_new(seed), .widths = widths, .width_count = n, .hard = hard, .arrays = arrays};
  for (int i = 0; i < TABLES; i++) {
    expr_options o = {.as_documented = i == DOCUMENTED, .plain = i == PLAIN};
    p->table[i] = expr_table_new(&o);
  }
  for (size_t i = 0; i < n && i < 6; i++) vec_push(&p->terms, pool_var(p, sort_bv(pool_width(p))));
}

static inline void pool_fini(term_pool *p) {
  for (int i = 0; i < TABLES; i++) expr_table_free(p->table[i]);
  vec_free(&p->terms);
  vec_free(&p->vars);
}

static inline term pool_binary(term_pool *p, expr_op op, term a, term b) {
  term x;
  for (int i = 0; i < TABLES; i++) x.in[i] = expr_binary(p->table[i], op, a.in[i], b.in[i]);
  return x;
}

static inline term pool_arithmetic(term_pool *p, term a) {
  static const expr_op easy[] = {EXPR_ADD, EXPR_ADD, EXPR_ADD, EXPR_AND, EXPR_OR,   EXPR_XOR,
                                 EXPR_EQ,  EXPR_ULT, EXPR_SLT, EXPR_SHL, EXPR_LSHR, EXPR_ASHR};
  static const expr_op hard[] = {EXPR_MUL, EXPR_UDIV, EXPR_SDIV, EXPR_UREM, EXPR_SREM};
  sort s = pool_sort(p, a);
  if (rng_below(&p->r, 12) == 0) {  // some bits of a term, or their test
    expr_op op = rng_below(&p->r, 2) ? EXPR_AND : hard[1 + rng_below(&p->r, 4)];
    term x = pool_binary(p, op, a, pool_const(p, s.width));
    return rng_below(&p->r, 2) ? x : pool_binary(p, EXPR_EQ, x, pool_const(p, s.width));
  }
  if (rng_below(&p->r, 4)) {
    term b = rng_below(&p->r, 3) ? pool_any(p, s) : pool_const(p, s.width);
    return pool_binary(p, easy[rng_below(&p->r, 12)], a, b);
  }
  return pool_binary(p, hard[rng_below(&p->r, 5)], a, p->hard ? pool_any(p, s) : pool_const(p, s.width));
}

static inline term pool_other(term_pool *p, term a) {
  sort s = pool_sort(p, a);
  uint64_t kind = rng_below(&p->r, 9);
  term b = pool_any(p, s), c = pool_any(p, sort_bv(1)), x;
  uint32_t lo = (uint32_t)rng_below(&p->r, s.width), hi = lo + (uint32_t)rng_below(&p->r, s.width - lo);
  uint32_t wide = pool_width(p);
  for (int i = 0; i < TABLES; i++) {
    expr_table *t = p->table[i];
    expr e = a.in[i];
    switch (kind) {
    case 0: x.in[i] = expr_not(t, e); break;
    case 1: x.in[i] = expr_neg(t, e); break;
    case 2: x.in[i] = expr_sub(t, e, b.in[i]); break;
    case 3: x.in[i] = expr_ite(t, c.in[i], e, b.in[i]); break;
    case 4: x.in[i] = expr_extract(t, e, hi, lo); break;
    case 5: x.in[i] = expr_resize(t, e, wide, true); break;
    case 6: x.in[i] = expr_resize(t, e, wide, false); break;
    case 7: x.in[i] = s.width > 64 ? e : expr_concat(t, e, b.in[i]); break;
    default: x.in[i] = rng_below(&(rng){s.width + hi}, 2) ? expr_ule(t, e, b.in[i]) : expr_sle(t, e, b.in[i]); break;
    }
  }
  return x;
}

static inline term pool_array(term_pool *p) {
  sort s = sort_array(rng_below(&p->r, 2) ? 2 : 8, 8);
  term a = pool_any(p, s), b = pool_any(p, s), i = pool_any(p, sort_bv(s.width)), v = pool_any(p, sort_bv(s.elem));
  term c = pool_any(p, sort_bv(1)), x;
  if (rng_below(&p->r, 2)) i = pool_const(p, s.width);
  uint64_t kind = rng_below(&p->r, 8);
  for (int k = 0; k < TABLES; k++) {
    expr_table *t = p->table[k];
    if (kind < 3)
      x.in[k] = expr_store(t, a.in[k], i.in[k], v.in[k]);
    else if (kind < 6)
      x.in[k] = expr_select(t, a.in[k], i.in[k]);
    else if (kind == 6)
      x.in[k] = expr_ite(t, c.in[k], a.in[k], b.in[k]);
    else
      x.in[k] = s.width == 2 ? expr_eq(t, a.in[k], b.in[k]) : expr_const_array(t, s.width, v.in[k]);
  }
  return x;
}

// Adds one random term that uses earlier ones.
static inline term pool_grow(term_pool *p) {
  term x;
  if (p->arrays && rng_below(&p->r, 4) == 0) {
    x = pool_array(p);
  } else {
    term a = p->terms.data[rng_below(&p->r, p->terms.len)];
    if (rng_below(&p->r, 3) == 0) a = p->terms.data[p->terms.len - 1];
    if (pool_sort(p, a).elem) a = pool_any(p, sort_bv(pool_width(p)));
    x = rng_below(&p->r, 5) < 3 ? pool_arithmetic(p, a) : pool_other(p, a);
  }
  vec_push(&p->terms, x);
  return x;
}

#endif

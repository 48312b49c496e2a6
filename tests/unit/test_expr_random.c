// links: expr
// Random terms: every table gives the same values under random models, and ranges hold.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "expr/expr_bits.h"
#include "test_expr_random.h"

static expr random_value(term_pool *p, int k, sort s, uint64_t seed) {
  rng r = rng_new(seed);
  uint32_t w = s.elem ? s.elem : s.width;
  uint64_t limbs[8];
  expr e = EXPR_NONE;
  unsigned stores = s.elem ? (unsigned)rng_below(&r, 5) : 0;
  for (unsigned n = 0; n <= stores; n++) {
    uint64_t kind = rng_below(&r, 4);
    for (int i = 0; i < 8; i++) limbs[i] = kind == 0 ? 0 : kind == 1 ? UINT64_MAX : rng_next(&r);
    if (kind == 3) limbs[0] = rng_below(&r, 6);
    expr v = expr_const_wide(p->table[k], w, limbs);
    if (!s.elem) return v;
    e = n == 0 ? expr_const_array(p->table[k], s.width, v)
               : expr_store(p->table[k], e, expr_const(p->table[k], s.width, rng_next(&r)), v);
  }
  return e;
}

static model *random_model(term_pool *p, int k, uint64_t seed) {
  model *m = model_new();
  for (size_t i = 0; i < p->vars.len; i++)
    if ((seed + i) % 7)  // some stay at 0
      model_set(m, p->vars.data[i].in[k], random_value(p, k, pool_sort(p, p->vars.data[i]), seed * 1000 + i));
  return m;
}

static void assert_in_bits(expr_table *t, expr e, expr value) {
  if (expr_width(t, e) > 64) return;
  expr_bits b = expr_get_bits(t, e);
  uint64_t v = expr_const_u64(t, value);
  int64_t s = bits_sext(v, expr_width(t, e));
  assert_true(v >= b.umin && v <= b.umax && s >= b.smin && s <= b.smax);
  assert_true((v & b.zero) == 0 && (~v & b.one) == 0);
}

static void assert_same_constant(term_pool *p, int k, int l, expr a, expr b) {
  const uint64_t *x = expr_const_limbs(p->table[k], a), *y = expr_const_limbs(p->table[l], b);
  uint32_t w = expr_width(p->table[k], a);
  assert_int_equal(w, expr_width(p->table[l], b));
  assert_memory_equal(x, y, (size_t)((w + 63) / 64) * 8);
}

static void compare_round(uint64_t seed, const uint32_t *widths, size_t n, unsigned terms) {
  term_pool p;
  pool_init(&p, seed, widths, n, true, true);
  for (unsigned i = 0; i < terms; i++) pool_grow(&p);
  for (uint64_t round = 0; round < 6; round++) {
    model *m[TABLES];
    for (int k = 0; k < TABLES; k++) m[k] = random_model(&p, k, seed * 100 + round);
    for (size_t i = 0; i < p.terms.len; i++) {
      term x = p.terms.data[i];
      if (pool_sort(&p, x).elem) continue;
      expr want = expr_eval(p.table[PLAIN], x.in[PLAIN], m[PLAIN]);
      assert_in_bits(p.table[PLAIN], x.in[PLAIN], want);
      for (int k = 0; k < PLAIN; k++) {
        expr got = expr_eval(p.table[k], x.in[k], m[k]);
        assert_same_constant(&p, k, PLAIN, got, want);
        assert_in_bits(p.table[k], x.in[k], got);
      }
    }
    for (int k = 0; k < TABLES; k++) model_free(m[k]);
  }
  for (int k = 0; k < TABLES; k++) assert_true(expr_table_check(p.table[k]));
  pool_fini(&p);
}

static void simplified_terms_have_the_same_values(void **state) {
  (void)state;
  static const uint32_t many[] = {1, 1, 2, 3, 7, 8, 8, 16, 31, 32, 32, 33, 63, 64, 64, 65, 70, 128};
  static const uint32_t few[] = {1, 2, 8, 8};
  static const uint32_t tiny[] = {1, 2, 3};
  static const uint32_t wide[] = {66, 66, 128, 40};
  for (uint64_t seed = 1; seed <= 60; seed++) {
    compare_round(seed, many, sizeof many / sizeof *many, 150);
    compare_round(seed + 1000, few, sizeof few / sizeof *few, 150);
    compare_round(seed + 2000, tiny, sizeof tiny / sizeof *tiny, 150);
    compare_round(seed + 3000, wide, sizeof wide / sizeof *wide, 100);
  }
}

// The value of e under m equals the value of e with the literals replaced by their values.
static void substitution_agrees_with_evaluation(void **state) {
  (void)state;
  static const uint32_t widths[] = {1, 3, 8, 32, 70};
  for (uint64_t seed = 1; seed <= 40; seed++) {
    term_pool p;
    pool_init(&p, seed, widths, 5, true, true);
    for (unsigned i = 0; i < 80; i++) pool_grow(&p);
    model *m = model_new();
    expr_vec vars = {0}, values = {0};
    for (size_t i = 0; i < p.vars.len; i++) {
      expr v = p.vars.data[i].in[RICH], k = random_value(&p, RICH, pool_sort(&p, p.vars.data[i]), seed + i);
      model_set(m, v, k);
      vec_push(&vars, v);
      vec_push(&values, k);
    }
    for (size_t i = 0; i < p.terms.len; i++) {
      expr e = p.terms.data[i].in[RICH];
      if (pool_sort(&p, p.terms.data[i]).elem) continue;
      expr s = expr_subst(p.table[RICH], e, vars.data, values.data, vars.len);
      assert_true(expr_same(expr_eval(p.table[RICH], s, NULL), expr_eval(p.table[RICH], e, m)));
    }
    model_free(m);
    vec_free(&vars);
    vec_free(&values);
    pool_fini(&p);
  }
}

// The operands of commutative operators come in one order, whatever order they were given in.
static void order_of_building_does_not_show(void **state) {
  (void)state;
  static const expr_op ops[] = {EXPR_ADD, EXPR_MUL, EXPR_AND, EXPR_OR, EXPR_XOR};
  rng r = rng_new(5);
  expr_table *t = expr_table_new(NULL);
  expr v[8];
  for (int i = 0; i < 8; i++) {
    expr_var_info info = {.name = "v", .type_tag = 3};
    v[i] = expr_var(t, sort_bv(16), &info);
    if (i % 3 == 0) v[i] = expr_binary(t, EXPR_UDIV, v[i], v[i / 2]);
  }
  for (int round = 0; round < 200; round++) {
    expr_op op = ops[rng_below(&r, 5)];
    expr a = expr_const(t, 16, 77), b = EXPR_NONE;
    int order[8];
    for (int i = 0; i < 8; i++) {
      a = expr_binary(t, op, a, v[i]);
      int j = (int)rng_below(&r, (uint64_t)i + 1);
      order[i] = order[j];
      order[j] = i;
    }
    for (int i = 0; i < 8; i++) b = i ? expr_binary(t, op, v[order[i]], b) : v[order[0]];
    b = expr_binary(t, op, b, expr_const(t, 16, 77));
    assert_true(expr_same(a, b));
  }
  expr_table_free(t);
}

// What is known of a set of values, as exactly as the form allows.
static expr_bits bits_of_set(uint32_t w, unsigned set) {
  expr_bits b = {UINT64_MAX, 0, INT64_MAX, INT64_MIN, bits_mask(w), bits_mask(w)};
  for (uint64_t v = 0; v <= bits_mask(w); v++) {
    if (!(set >> v & 1)) continue;
    int64_t s = bits_sext(v, w);
    if (v < b.umin) b.umin = v;
    if (v > b.umax) b.umax = v;
    if (s < b.smin) b.smin = s;
    if (s > b.smax) b.smax = s;
    b.zero &= ~v;
    b.one &= v;
  }
  return b;
}

static void assert_inside(const expr_bits *b, uint32_t w, uint64_t v) {
  int64_t s = bits_sext(v, w);
  assert_true(v >= b->umin && v <= b->umax && s >= b->smin && s <= b->smax);
  assert_true((v & b->zero) == 0 && (~v & b->one) == 0);
}

// Every pair of values from two sets lands inside the bits that are computed from the bits of the sets.
static void bits_contain_every_result(void **state) {
  (void)state;
  static const expr_op ops[] = {EXPR_ADD,  EXPR_MUL, EXPR_UDIV, EXPR_SDIV, EXPR_UREM, EXPR_SREM, EXPR_SHL, EXPR_LSHR,
                                EXPR_ASHR, EXPR_AND, EXPR_OR,   EXPR_XOR,  EXPR_EQ,   EXPR_ULT,  EXPR_SLT, EXPR_CONCAT};
  enum { W = 3 };
  expr_table *t = expr_table_new(NULL);
  rng r = rng_new(11);
  for (int round = 0; round < 4000; round++) {
    unsigned a = 1 + (unsigned)rng_below(&r, 255), b = 1 + (unsigned)rng_below(&r, 255);
    if (round % 2) a &= (unsigned)rng_next(&r) & 255;
    if (round % 3) b &= (unsigned)rng_next(&r) & 255;
    if (!a || !b) continue;
    expr_bits_args in = {.arg = {bits_of_set(W, a), bits_of_set(W, b)}, .width = {W, W}};
    for (size_t k = 0; k < sizeof ops / sizeof *ops; k++) {
      bool compares = ops[k] == EXPR_EQ || ops[k] == EXPR_ULT || ops[k] == EXPR_SLT;
      uint32_t w = compares ? 1 : ops[k] == EXPR_CONCAT ? 2 * W : W;
      expr_bits out = expr_bits_apply(ops[k], w, &in);
      for (uint64_t x = 0; x < 8; x++)
        for (uint64_t y = 0; y < 8; y++) {
          if (!(a >> x & 1) || !(b >> y & 1)) continue;
          expr v = expr_binary(t, ops[k], expr_const(t, W, x), expr_const(t, W, y));
          assert_inside(&out, w, expr_const_u64(t, v));
        }
    }
    for (uint64_t x = 0; x < 8; x++) {
      if (!(a >> x & 1)) continue;
      expr c = expr_const(t, W, x);
      expr_bits n = expr_bits_apply(EXPR_NOT, W, &in), z = expr_bits_apply(EXPR_ZEXT, 5, &in);
      expr_bits s = expr_bits_apply(EXPR_SEXT, 5, &in);
      assert_inside(&n, W, expr_const_u64(t, expr_not(t, c)));
      assert_inside(&z, 5, expr_const_u64(t, expr_zext(t, c, 5)));
      assert_inside(&s, 5, expr_const_u64(t, expr_sext(t, c, 5)));
      for (in.lo = 0; in.lo < W; in.lo++)
        for (in.hi = in.lo; in.hi < W; in.hi++) {
          expr_bits e = expr_bits_apply(EXPR_EXTRACT, in.hi - in.lo + 1, &in);
          assert_inside(&e, in.hi - in.lo + 1, expr_const_u64(t, expr_extract(t, c, in.hi, in.lo)));
        }
    }
  }
  expr_table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(simplified_terms_have_the_same_values),
      cmocka_unit_test(substitution_agrees_with_evaluation),
      cmocka_unit_test(order_of_building_does_not_show),
      cmocka_unit_test(bits_contain_every_result),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// links: expr
// Rules of the specification 4.12 one by one, and the other duties of the term table.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/rng.h"
#include "expr/expr.h"

static expr var(expr_table *t, const char *name, uint32_t width) {
  expr_var_info info = {.name = name, .type_tag = width};
  return expr_var(t, sort_bv(width), &info);
}

static void assert_text(const expr_table *t, expr e, const char *want) {
  strbuf b = {0};
  expr_print(t, e, &b);
  assert_string_equal(sb_text(&b), want);
  sb_fini(&b);
}

static void worked_example_of_the_specification(void **state) {
  (void)state;
  for (int documented = 0; documented < 2; documented++) {
    expr_options o = {.as_documented = documented};
    expr_table *t = expr_table_new(&o);
    expr x1 = var(t, "x1", 32), x2 = var(t, "x2", 32);
    expr inner = expr_sub(t, expr_add(t, x2, expr_const(t, 32, 7)), expr_const(t, 32, 4));
    expr e = expr_add(t, expr_add(t, expr_const(t, 32, 1), x1), expr_mul(t, expr_const(t, 32, 2), inner));
    assert_text(t, e, "(x1 + (x2 * 2)) + 7");
    assert_true(expr_table_check(t));
    expr_table_free(t);
  }
}

static void sums_and_products(void **state) {
  (void)state;
  expr_table *t = expr_table_new(NULL);
  expr x = var(t, "x", 32), y = var(t, "y", 32), z = var(t, "z", 32), zero = expr_const(t, 32, 0);
  expr k2 = expr_const(t, 32, 2), k3 = expr_const(t, 32, 3), k5 = expr_const(t, 32, 5), k6 = expr_const(t, 32, 6);
  assert_true(expr_same(expr_add(t, k2, x), expr_add(t, x, k2)));                                  // 6.1
  assert_true(expr_same(expr_add(t, expr_add(t, x, k2), y), expr_add(t, expr_add(t, x, y), k2)));  // 6.2
  assert_true(
      expr_same(expr_add(t, expr_add(t, x, k2), expr_add(t, y, k3)), expr_add(t, expr_add(t, x, y), k5)));  // 6.3
  assert_true(expr_same(expr_add(t, expr_add(t, x, k2), expr_add(t, y, z)),
                        expr_add(t, expr_add(t, expr_add(t, x, y), z), k2)));                        // 6.4
  assert_true(expr_same(expr_mul(t, expr_mul(t, x, k2), k3), expr_mul(t, x, k6)));                   // 6.5
  assert_true(expr_same(expr_mul(t, x, expr_mul(t, y, k2)), expr_mul(t, expr_mul(t, x, y), k2)));    // 6.6
  assert_true(expr_same(expr_add(t, expr_sub(t, x, k2), k5), expr_add(t, x, k3)));                   // 6.8
  assert_true(expr_same(expr_sub(t, expr_add(t, x, k5), k2), expr_add(t, x, k3)));                   // 6.9
  assert_true(expr_same(expr_add(t, expr_mul(t, x, k2), expr_mul(t, x, k3)), expr_mul(t, x, k5)));   // 6.10
  assert_true(expr_same(expr_mul(t, expr_add(t, x, k2), k3), expr_add(t, expr_mul(t, x, k3), k6)));  // 6.11
  assert_true(expr_same(expr_sub(t, x, x), zero));
  assert_true(expr_same(expr_sub(t, expr_add(t, x, y), expr_add(t, y, x)), zero));
  assert_true(expr_same(expr_neg(t, expr_neg(t, x)), x));
  assert_true(expr_same(expr_neg(t, expr_sub(t, x, y)), expr_sub(t, y, x)));
  assert_true(expr_same(expr_mul(t, x, zero), zero));
  assert_true(expr_same(expr_binary(t, EXPR_SDIV, x, expr_const(t, 32, 1)), x));
  assert_true(expr_same(expr_binary(t, EXPR_SHL, x, zero), x));
  assert_true(expr_same(expr_binary(t, EXPR_SHL, x, expr_const(t, 32, 32)), zero));
  expr k20 = expr_const(t, 32, 20), k31 = expr_const(t, 32, 31);
  assert_true(expr_same(expr_binary(t, EXPR_SHL, expr_binary(t, EXPR_SHL, x, k20), k20), zero));
  assert_true(
      expr_same(expr_binary(t, EXPR_LSHR, expr_binary(t, EXPR_LSHR, x, k3), k2), expr_binary(t, EXPR_LSHR, x, k5)));
  assert_true(
      expr_same(expr_binary(t, EXPR_ASHR, expr_binary(t, EXPR_ASHR, x, k20), k20), expr_binary(t, EXPR_ASHR, x, k31)));
  assert_text(t, expr_sub(t, x, y), "x - y");
  expr_table_free(t);
}

static void lists(void **state) {
  (void)state;
  expr_table *t = expr_table_new(NULL);
  expr a = var(t, "a", 1), b = var(t, "b", 1), c = var(t, "c", 1), x = var(t, "x", 8), y = var(t, "y", 8);
  expr na = expr_not(t, a);
  assert_true(expr_same(expr_not(t, na), a));
  assert_true(expr_same(expr_and(t, expr_and(t, a, b), a), expr_and(t, a, b)));       // 6.17
  assert_true(expr_same(expr_or(t, expr_or(t, a, b), b), expr_or(t, b, a)));          // 6.18
  assert_true(expr_is_false(t, expr_and(t, expr_and(t, a, b), expr_and(t, c, na))));  // 6.19
  assert_true(expr_is_true(t, expr_or(t, na, expr_or(t, b, a))));                     // 6.20
  assert_true(expr_same(expr_and(t, a, expr_bool(t, true)), a));
  assert_true(expr_is_false(t, expr_and(t, a, expr_bool(t, false))));
  assert_true(expr_same(expr_xor(t, x, x), expr_const(t, 8, 0)));
  assert_true(expr_same(expr_xor(t, expr_xor(t, x, y), x), y));
  assert_true(expr_same(expr_and(t, x, expr_not(t, x)), expr_const(t, 8, 0)));
  assert_true(expr_same(expr_and(t, expr_zext(t, x, 32), expr_const(t, 32, 0xff)), expr_zext(t, x, 32)));
  expr_table_free(t);
}

static void comparisons(void **state) {
  (void)state;
  expr_table *t = expr_table_new(NULL);
  expr x = var(t, "x", 8), y = var(t, "y", 8), b = var(t, "b", 1), x32 = expr_zext(t, x, 32);
  expr yes = expr_bool(t, true);
  assert_true(expr_is_true(t, expr_ult(t, x32, expr_const(t, 32, 300))));
  assert_true(expr_same(expr_slt(t, x32, expr_const(t, 32, 30)), expr_ult(t, x, expr_const(t, 8, 30))));
  assert_true(expr_same(expr_eq(t, b, yes), b));
  assert_true(expr_same(expr_ne(t, b, yes), expr_not(t, b)));
  assert_true(expr_same(expr_eq(t, expr_zext(t, b, 32), expr_const(t, 32, 1)), b));
  assert_true(expr_same(expr_ne(t, expr_zext(t, b, 32), expr_const(t, 32, 0)), b));
  assert_true(expr_is_false(t, expr_eq(t, expr_zext(t, b, 32), expr_const(t, 32, 2))));
  expr pick = expr_ite(t, b, expr_const(t, 8, 4), expr_const(t, 8, 9));
  assert_true(expr_same(expr_eq(t, pick, expr_const(t, 8, 4)), b));
  assert_true(expr_same(expr_slt(t, pick, expr_const(t, 8, 5)), b));
  assert_true(expr_same(expr_eq(t, expr_add(t, x, expr_const(t, 8, 250)), expr_const(t, 8, 3)),
                        expr_eq(t, x, expr_const(t, 8, 9))));
  assert_true(expr_is_false(t, expr_eq(t, expr_add(t, x, expr_const(t, 8, 1)), x)));
  // x + 1 < y + 1 is not x < y: 255 wraps.
  expr one = expr_const(t, 8, 1);
  assert_false(expr_same(expr_ult(t, expr_add(t, x, one), expr_add(t, y, one)), expr_ult(t, x, y)));
  assert_text(t, expr_sle(t, x, y), "x <= y");
  assert_text(t, expr_ne(t, x, y), "x != y");
  assert_text(t, expr_ult(t, x, expr_const(t, 8, 200)), "x <u 200");
  assert_text(t, expr_slt(t, x, expr_const(t, 8, 200)), "x < -56");
  expr_table_free(t);
}

static void words_and_choices(void **state) {
  (void)state;
  expr_table *t = expr_table_new(NULL);
  expr x = var(t, "x", 8), y = var(t, "y", 8), b = var(t, "b", 1);
  expr xy = expr_concat(t, x, y), i = expr_sext(t, x, 32);
  assert_true(expr_same(expr_extract(t, xy, 15, 8), x));
  assert_true(expr_same(expr_extract(t, xy, 7, 0), y));
  assert_true(expr_same(expr_concat(t, expr_extract(t, x, 7, 4), expr_extract(t, x, 3, 0)), x));
  assert_true(expr_same(expr_extract(t, i, 7, 0), x));
  assert_true(expr_same(expr_zext(t, expr_zext(t, x, 16), 32), expr_zext(t, x, 32)));
  // (char)((int)c + 1) is c + 1.
  assert_true(
      expr_same(expr_extract(t, expr_add(t, i, expr_const(t, 32, 1)), 7, 0), expr_add(t, x, expr_const(t, 8, 1))));
  assert_true(expr_same(expr_ite(t, expr_not(t, b), x, y), expr_ite(t, b, y, x)));
  assert_true(expr_same(expr_ite(t, b, expr_ite(t, b, x, y), y), expr_ite(t, b, x, y)));
  assert_true(expr_same(expr_ite(t, b, expr_bool(t, true), expr_bool(t, false)), b));
  assert_true(expr_same(expr_ite(t, b, x, x), x));
  expr_table_free(t);
}

static void arrays(void **state) {
  (void)state;
  expr_table *t = expr_table_new(NULL);
  expr_var_info info = {.name = "a"};
  expr a = expr_var(t, sort_array(8, 32), &info), i = var(t, "i", 8), j = var(t, "j", 8);
  expr v = var(t, "v", 32), w = var(t, "w", 32), i1 = expr_add(t, i, expr_const(t, 8, 1));
  expr k1 = expr_const(t, 8, 1), k2 = expr_const(t, 8, 2);
  assert_true(expr_same(expr_select(t, expr_store(t, a, i, v), i), v));
  assert_true(expr_same(expr_select(t, expr_store(t, expr_store(t, a, i, v), i1, w), i), v));
  assert_true(expr_get_op(t, expr_select(t, expr_store(t, a, i, v), j)) == EXPR_SELECT);
  assert_true(expr_same(expr_store(t, expr_store(t, a, i, v), i, w), expr_store(t, a, i, w)));
  assert_true(expr_same(expr_store(t, expr_store(t, a, k1, v), k2, w), expr_store(t, expr_store(t, a, k2, w), k1, v)));
  assert_true(expr_same(expr_store(t, expr_store(t, expr_store(t, a, k1, v), k2, w), k1, w),
                        expr_store(t, expr_store(t, a, k1, w), k2, w)));
  assert_true(expr_same(expr_store(t, a, i, expr_select(t, a, i)), a));
  expr all = expr_const_array(t, 8, v);
  assert_true(expr_same(expr_select(t, all, j), v));
  expr_table_free(t);
}

// The same term over other literals has the same shape and the same blind hash (4.11).
static expr sample(expr_table *t, expr p, expr q, expr r) {
  expr s = expr_add(t, expr_mul(t, p, q), expr_add(t, r, expr_sub(t, q, expr_const(t, 32, 9))));
  expr c = expr_and(t, expr_slt(t, s, r), expr_or(t, expr_eq(t, p, q), expr_ult(t, r, p)));
  return expr_ite(t, c, expr_xor(t, s, p), expr_binary(t, EXPR_UREM, q, expr_or(t, r, expr_const(t, 32, 1))));
}

static bool same_shape(const expr_table *t, expr a, expr b) {
  if (expr_get_op(t, a) != expr_get_op(t, b)) return false;
  if (expr_get_op(t, a) == EXPR_VAR) return true;
  if (expr_is_const(t, a)) return expr_same(a, b);
  for (unsigned i = 0; i < expr_arity(t, a); i++)
    if (!same_shape(t, expr_arg(t, a, i), expr_arg(t, b, i))) return false;
  return true;
}

static void literals_do_not_show(void **state) {
  (void)state;
  expr_table *t = expr_table_new(NULL);
  expr x = var(t, "x", 32), y = var(t, "y", 32), z = var(t, "z", 32);
  var(t, "gap", 32);
  expr u = var(t, "u", 32), v = var(t, "v", 32), w = var(t, "w", 32);
  expr a = sample(t, x, y, z), b = sample(t, w, u, v);
  assert_false(expr_same(a, b));
  assert_true(same_shape(t, a, b));
  assert_true(expr_blind_hash(t, a) == expr_blind_hash(t, b));
  assert_true(expr_same(expr_subst(t, a, (expr[]){x, y, z}, (expr[]){w, u, v}, 3), b));
  assert_true(expr_blind_hash(t, expr_add(t, x, y)) != expr_blind_hash(t, expr_mul(t, x, y)));
  expr_table_free(t);
}

static void ranges(void **state) {
  (void)state;
  expr_table *t = expr_table_new(NULL);
  expr x = var(t, "x", 8);
  expr e = expr_add(t, expr_zext(t, x, 32), expr_const(t, 32, 10));
  expr_range r = expr_get_range(t, e);
  assert_true(r.umin == 10 && r.umax == 265 && r.smin == 10 && r.smax == 265);
  r = expr_get_range(t, expr_binary(t, EXPR_SREM, expr_sext(t, x, 32), expr_const(t, 32, 10)));
  assert_true(r.smin == -9 && r.smax == 9);
  r = expr_get_range(t, expr_const(t, 8, 200));
  assert_true(r.umin == 200 && r.smin == -56 && r.umax == 200 && r.smax == -56);
  expr_table_free(t);
}

static void simultaneous_substitution(void **state) {
  (void)state;
  expr_table *t = expr_table_new(NULL);
  expr x = var(t, "x", 8), y = var(t, "y", 8);
  expr e = expr_sub(t, x, expr_mul(t, y, expr_const(t, 8, 2)));
  expr swapped = expr_subst(t, e, (expr[]){x, y}, (expr[]){y, x}, 2);
  assert_true(expr_same(swapped, expr_sub(t, y, expr_mul(t, x, expr_const(t, 8, 2)))));
  expr_vec vars = {0};
  expr_collect_vars(t, expr_add(t, expr_mul(t, y, y), x), &vars);
  assert_int_equal(vars.len, 2);
  expr_collect_vars(t, x, &vars);
  assert_int_equal(vars.len, 2);
  vec_free(&vars);
  expr_table_free(t);
}

static void array_values(void **state) {
  (void)state;
  expr_table *t = expr_table_new(NULL);
  expr_var_info info = {.name = "a"};
  expr a = expr_var(t, sort_array(1, 8), &info), b = expr_var(t, sort_array(1, 8), &info);
  expr k0 = expr_const(t, 1, 0), k1 = expr_const(t, 1, 1), five = expr_const(t, 8, 5), seven = expr_const(t, 8, 7);
  model *m = model_new();
  // [5, 7] in two ways: both indices are covered, so the fill does not show.
  model_set(m, a, expr_store(t, expr_const_array(t, 1, seven), k0, five));
  model_set(m, b, expr_store(t, expr_const_array(t, 1, five), k1, seven));
  assert_true(expr_eval_true(t, expr_eq(t, a, b), m));
  assert_true(expr_same(expr_eval(t, expr_select(t, a, k1), m), seven));
  assert_false(expr_eval_true(t, expr_eq(t, a, expr_store(t, b, k1, five)), m));
  model_free(m);
  expr_table_free(t);
}

// A model is a map whatever the order of setting; a copy and what it was made from change on their own.
static void models_are_apart(void **state) {
  (void)state;
  enum { KEYS = 4099, VERSIONS = 40, STEPS = 400 };
  static uint32_t want[VERSIONS + 1][KEYS];
  model *m[VERSIONS + 1] = {model_new()};
  rng r = rng_new(7);
  for (unsigned v = 0; v < VERSIONS; v++) {
    m[v + 1] = model_dup(m[v]);
    memcpy(want[v + 1], want[v], sizeof want[v]);
    unsigned from = v % 3 == 0 ? v * 90 : 0;  // runs of neighbours, upwards and downwards, and anywhere
    for (unsigned i = 0; i < STEPS; i++) {
      uint32_t k = v % 3 == 0 ? from + i : v % 3 == 1 ? KEYS - 1 - i : (uint32_t)rng_below(&r, KEYS);
      uint32_t value = 1 + (uint32_t)rng_below(&r, 1000);
      unsigned to = i % 5 == 0 ? v : v + 1;
      model_set(m[to], (expr){k + 1}, (expr){value});
      want[to][k] = value;
    }
  }
  for (unsigned v = 0; v <= VERSIONS; v++) {
    size_t count = 0;
    for (uint32_t k = 0; k < KEYS; k++) {
      assert_int_equal(model_get(m[v], (expr){k + 1}).id, want[v][k]);
      count += want[v][k] != 0;
    }
    assert_int_equal(model_count(m[v]), count);
  }
  for (unsigned v = 0; v <= VERSIONS; v++) model_free(m[v]);
}

static void deep_terms(void **state) {
  (void)state;
  enum { DEPTH = 200000 };
  expr_table *t = expr_table_new(NULL);
  expr x = var(t, "x", 32), y = var(t, "y", 32), e = x, s = x;
  expr_var_info info = {.name = "a"};
  for (uint32_t i = 0; i < DEPTH; i++) {
    e = expr_xor(t, expr_mul(t, e, y), expr_const(t, 32, i | 1));
    if (i % 8 == 0) s = expr_add(t, s, expr_var(t, sort_bv(32), &info));  // a long sum
  }
  model *m = model_new();
  model_set(m, x, expr_const(t, 32, 3));
  model_set(m, y, expr_const(t, 32, 1));
  uint32_t want = 3;
  for (uint32_t i = 0; i < DEPTH; i++) want ^= i | 1;
  assert_true(expr_const_u64(t, expr_eval(t, e, m)) == want);
  assert_true(expr_const_u64(t, expr_eval(t, s, m)) == 3);
  expr_vec vars = {0};
  expr_collect_vars(t, e, &vars);
  assert_int_equal(vars.len, 2);
  vec_free(&vars);
  expr f = expr_subst(t, e, &y, &x, 1);
  assert_true(expr_some(f));
  strbuf b = {0};
  expr_print(t, e, &b);
  expr_print_smtlib(t, e, &b);
  assert_true(b.len > DEPTH);
  sb_fini(&b);
  model_free(m);
  assert_true(expr_table_check(t));
  expr_table_free(t);
}

static void wide_constants(void **state) {
  (void)state;
  expr_table *t = expr_table_new(NULL);
  uint64_t big[2] = {UINT64_MAX, 1};
  expr a = expr_const_wide(t, 70, big), one = expr_const(t, 70, 1);
  expr s = expr_add(t, a, one);
  assert_true(expr_const_limbs(t, s)[0] == 0 && expr_const_limbs(t, s)[1] == 2);
  assert_true(expr_same(expr_const(t, 70, 1), one));
  assert_true(expr_same(expr_extract(t, s, 69, 6), expr_const(t, 64, (uint64_t)2 << 58)));
  expr q = expr_binary(t, EXPR_SDIV, expr_neg(t, a), one);
  assert_true(expr_same(q, expr_neg(t, a)));
  expr_table_free(t);
}

// SMT-LIB: bvsdiv by zero is 1 for negative numbers and -1 for others, bvudiv is all ones, remainders are the dividend.
static void divisions_by_zero(void **state) {
  (void)state;
  expr_table *t = expr_table_new(NULL);
  for (uint32_t w = 8; w <= 100; w += 23) {
    expr zero = expr_const(t, w, 0), one = expr_const(t, w, 1), five = expr_const(t, w, 5);
    expr all = expr_neg(t, one), minus = expr_neg(t, five);
    assert_true(expr_same(expr_binary(t, EXPR_SDIV, minus, zero), one));
    assert_true(expr_same(expr_binary(t, EXPR_SDIV, five, zero), all));
    assert_true(expr_same(expr_binary(t, EXPR_SDIV, zero, zero), all));
    assert_true(expr_same(expr_binary(t, EXPR_UDIV, minus, zero), all));
    assert_true(expr_same(expr_binary(t, EXPR_SREM, minus, zero), minus));
    assert_true(expr_same(expr_binary(t, EXPR_UREM, five, zero), five));
  }
  expr_table_free(t);
}

static void no_memory_is_left(void **state) {
  (void)state;
  assert_int_equal(mem_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(worked_example_of_the_specification),
      cmocka_unit_test(sums_and_products),
      cmocka_unit_test(lists),
      cmocka_unit_test(comparisons),
      cmocka_unit_test(words_and_choices),
      cmocka_unit_test(arrays),
      cmocka_unit_test(literals_do_not_show),
      cmocka_unit_test(ranges),
      cmocka_unit_test(simultaneous_substitution),
      cmocka_unit_test(array_values),
      cmocka_unit_test(models_are_apart),
      cmocka_unit_test(deep_terms),
      cmocka_unit_test(wide_constants),
      cmocka_unit_test(divisions_by_zero),
      cmocka_unit_test(no_memory_is_left),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

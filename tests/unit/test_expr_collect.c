// links: smt expr
// Collection of terms: what is marked stays as it was, what is not dies, and the solver goes on with what is left.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/rng.h"
#include "expr/expr.h"
#include "smt/pathcond.h"
#include "smt/smt.h"

static expr var(expr_table *t, const char *name, uint32_t width) {
  expr_var_info info = {.name = name, .type_tag = width};
  return expr_var(t, sort_bv(width), &info);
}

static void kept_terms_stay_and_others_die(void **state) {
  (void)state;
  expr_table *t = expr_table_new(NULL);
  expr x = var(t, "x", 32), early = expr_add(t, x, expr_const(t, 32, 5));
  expr_keep_all(t);
  uint64_t limbs[2] = {7, 9};
  expr y = var(t, "y", 32), wide = expr_const_wide(t, 100, limbs), masked = expr_and(t, y, expr_const(t, 32, 15));
  expr held = expr_mul(t, expr_add(t, x, y), expr_const(t, 32, 3));
  expr lost = expr_binary(t, EXPR_UDIV, x, y);
  (void)lost;
  assert_false(expr_collection_due(t, 0));
  expr_mark(t, held);
  expr_mark(t, wide);
  expr_mark(t, masked);
  assert_true(expr_is_kept(t, early) && expr_is_kept(t, y));
  assert_false(expr_is_kept(t, lost));
  assert_true(expr_sweep(t) >= 1);
  assert_true(expr_table_check(t));
  assert_true(expr_same(held, expr_mul(t, expr_add(t, y, x), expr_const(t, 32, 3))));
  assert_true(expr_same(early, expr_add(t, expr_const(t, 32, 5), x)));
  assert_true(expr_same(wide, expr_const_wide(t, 100, limbs)));
  assert_int_equal(expr_const_limbs(t, wide)[1], 9);
  assert_int_equal(expr_get_range(t, masked).umax, 15);
  assert_string_equal(expr_var_get(t, y)->name, "y");
  assert_true(expr_binary(t, EXPR_UDIV, x, y).id > lost.id);  // made again, under a new handle
  expr_table_free(t);
}

// Of many pages a few terms each are held for long: those that are pinned, until all pins are taken off.
static void pinned_terms_stay(void **state) {
  (void)state;
  enum { TERMS = 5000, EVERY = 70 };
  expr_table *t = expr_table_new(NULL);
  expr x = var(t, "x", 32);
  expr_keep_all(t);
  expr_vec held = {0};
  for (uint32_t i = 0; i < TERMS; i++) {
    expr e = expr_binary(t, EXPR_UDIV, x, expr_add(t, x, expr_const(t, 32, 3 + i)));
    if (i % EVERY == 0) vec_push(&held, e);
  }
  size_t before = expr_table_bytes(t);
  expr_pins pins = {0};
  assert_int_equal(expr_pins_next(t, &pins, held.len), 0);
  expr_mark(t, held.data[0]);
  for (size_t i = 0; i < held.len; i++) expr_pin(t, held.data[i]);
  for (unsigned round = 0; round < 3; round++) {
    expr_sweep(t);
    assert_true(expr_table_check(t));
    assert_true(expr_table_bytes(t) < before / 8);
    for (uint32_t i = 0; i < held.len; i++) {
      expr sum = expr_add(t, x, expr_const(t, 32, 3 + EVERY * i));
      assert_true(expr_same(held.data[i], expr_binary(t, EXPR_UDIV, x, sum)));
    }
    assert_int_equal(expr_pins_next(t, &pins, held.len), held.len);
  }
  expr_unpin_all(t);
  assert_int_equal(expr_pins_next(t, &pins, held.len), 0);
  expr_mark(t, held.data[1]);
  expr_sweep(t);
  assert_true(expr_table_check(t));
  assert_true(expr_same(held.data[1], expr_binary(t, EXPR_UDIV, x, expr_add(t, x, expr_const(t, 32, 3 + EVERY)))));
  assert_true(expr_binary(t, EXPR_UDIV, x, expr_add(t, x, expr_const(t, 32, 3))).id > held.data[0].id);
  vec_free(&held);
  expr_table_free(t);
}

static expr random_term(expr_table *t, rng *r, const expr_vec *from) {
  expr a = from->data[rng_below(r, from->len)], b = from->data[rng_below(r, from->len)];
  switch (rng_below(r, 6)) {
  case 0: return expr_add(t, a, b);
  case 1: return expr_mul(t, a, b);
  case 2: return expr_xor(t, a, b);
  case 3: return expr_ite(t, expr_ult(t, a, b), a, b);
  case 4: return expr_concat(t, expr_extract(t, a, 15, 0), expr_extract(t, b, 31, 16));
  default: return expr_and(t, a, expr_const(t, 32, rng_next(r)));
  }
}

// Terms come and go; those that stay keep their values, however often the others are collected.
static void random_terms_keep_their_values(void **state) {
  (void)state;
  for (int documented = 0; documented < 2; documented++) {
    expr_options o = {.as_documented = documented};
    expr_table *t = expr_table_new(&o);
    rng r = rng_new(11 + (uint64_t)documented);
    expr_keep_all(t);
    model *m = model_new();
    expr_vec live = {0}, values = {0};
    for (int i = 0; i < 4; i++) vec_push(&live, var(t, "v", 32));
    for (int i = 0; i < 4; i++) model_set(m, live.data[i], expr_const(t, 32, rng_next(&r)));
    for (int round = 0; round < 60; round++) {
      for (int i = 0; i < 60; i++) {
        expr e = random_term(t, &r, &live);
        expr_enrich(t, e);
        vec_push(&live, e);
      }
      while (live.len > 24) {
        size_t at = 4 + rng_below(&r, live.len - 4);
        live.data[at] = vec_last(&live);
        live.len--;
      }
      vec_clear(&values);
      for (size_t i = 0; i < live.len; i++) vec_push(&values, expr_eval(t, live.data[i], m));
      for (size_t i = 0; i < live.len; i++) expr_mark(t, live.data[i]);
      for (size_t i = 0; i < live.len; i++) expr_mark(t, values.data[i]);
      model_mark(t, m);
      assert_true(expr_sweep(t) > 0);
      assert_true(expr_table_check(t));
      for (size_t i = 0; i < live.len; i++) assert_true(expr_same(expr_eval(t, live.data[i], m), values.data[i]));
    }
    assert_true(expr_collections(t) == 60);
    assert_true(expr_table_bytes(t) < 4u << 20);
    model_free(m);
    vec_free(&live);
    vec_free(&values);
    expr_table_free(t);
  }
}

// x * y = k & x + y < 200, asked again after each collection; the path condition is all that is held.
static void the_solver_goes_on(void **state) {
  (void)state;
  expr_table *t = expr_table_new(NULL);
  smt *s = smt_new(t, NULL);
  expr_keep_all(t);
  expr x = var(t, "x", 16), y = var(t, "y", 16);
  pathcond *pc = NULL;
  expr first = expr_ult(t, expr_add(t, x, y), expr_const(t, 16, 200));
  pc = pathcond_add(s, NULL, first, pathcond_may(s, NULL, first));
  for (uint64_t k = 0; k < 6; k++) {
    expr product = expr_eq(t, expr_mul(t, x, y), expr_const(t, 16, 35 + k * 2));
    smt_answer a = pathcond_may(s, pc, product);
    assert_int_equal(a, SMT_SAT);
    pathcond *longer = pathcond_add(s, pc, product, a);
    assert_non_null(pathcond_model(s, longer));
    expr other = expr_eq(t, expr_mul(t, x, y), expr_const(t, 16, 34 + k * 2));
    assert_int_equal(pathcond_may(s, longer, other), SMT_UNSAT);
    if (k % 2) {
      pathcond_unref(longer);
    } else {
      pathcond_unref(pc);
      pc = longer;
    }
    pathcond_mark(s, pc);
    smt_collect(s);
    expr_sweep(t);
    assert_true(expr_table_check(t));
    if (k % 2) continue;
    pathcond_unref(pc);  // the first conjunct alone is held again
    pc = pathcond_add(s, NULL, expr_ult(t, expr_add(t, x, y), expr_const(t, 16, 200)), SMT_SAT);
  }
  pathcond_unref(pc);
  smt_free(s);
  expr_table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(kept_terms_stay_and_others_die),
      cmocka_unit_test(pinned_terms_stay),
      cmocka_unit_test(random_terms_keep_their_values),
      cmocka_unit_test(the_solver_goes_on),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// links: match sem state analysis ir smt expr
// Pairs of symbolic parts that are known to be apart: one number for what is equal, and what was noted is found.
#include "match/apart.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

// Terms are compared by their numbers alone: 1..terms, then the conjuncts.
static uint32_t number_of(apart *k, uint32_t first, uint32_t terms, uint32_t conjuncts) {
  view v = {0};
  for (uint32_t i = 0; i < conjuncts; i++) vec_push(&v.pc, ((expr){first + i}));
  for (uint32_t i = 0; i < terms; i++) vec_push(&v.terms, ((expr){first + conjuncts + i}));
  uint32_t number = apart_number(k, &v);
  view_fini(&v);
  return number;
}

static void test_numbers(void **unused) {
  (void)unused;
  apart k = {0};
  uint32_t one = number_of(&k, 1, 2, 1), other = number_of(&k, 2, 2, 1);
  assert_int_not_equal(one, 0);
  assert_int_equal(one, number_of(&k, 1, 2, 1));
  assert_int_not_equal(one, other);
  assert_int_not_equal(one, number_of(&k, 1, 1, 2));  // the same list, but a conjunct more and a term less
  assert_int_not_equal(one, number_of(&k, 1, 2, 0));
  assert_int_equal(number_of(&k, 1, 0, 2), 0);  // a concrete state
  assert_int_equal(number_of(&k, 1, 40, 0), 0);
  apart_forget_terms(&k);  // handles may mean other terms now
  uint32_t again = number_of(&k, 1, 2, 1);
  assert_int_not_equal(again, 0);
  assert_int_not_equal(again, one);
  assert_int_not_equal(again, other);
  apart_fini(&k);
}

static void test_pairs(void **unused) {
  (void)unused;
  apart k = {0};
  assert_false(apart_known(&k, 1, 2));
  apart_note(&k, 1, 2);
  assert_true(apart_known(&k, 1, 2));
  assert_false(apart_known(&k, 2, 1));  // the smaller may lie within the larger
  assert_false(apart_known(&k, 1, 3));
  apart_note(&k, 0, 5);
  assert_false(apart_known(&k, 0, 5));
  assert_false(apart_known(&k, 0, 0));  // an empty slot
  size_t bytes = apart_bytes(&k);
  for (uint32_t i = 1; i < 100000; i++) {
    apart_note(&k, i, i + 1);
    assert_true(apart_known(&k, i, i + 1));
  }
  assert_int_equal(apart_bytes(&k), bytes);
  apart_fini(&k);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_numbers), cmocka_unit_test(test_pairs)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

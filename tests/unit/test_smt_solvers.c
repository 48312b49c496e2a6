// links: smt expr
// The second solver behind the interface: cvc5 against Z3, its limits, its end. Skipped where it is not installed.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <pthread.h>
#include <time.h>

#include "base/mem.h"
#include "smt/smt.h"
#include "test_expr_random.h"

static smt_config bare(smt_solver which) {
  smt_config c = smt_default_config();
  c.solver = which;
  c.cache = c.slice = c.interval = false;
  c.rlimit = 2000000;
  c.validate = true;
  return c;
}

static expr var(expr_table *t, const char *name, uint32_t width) {
  expr_var_info info = {.name = name, .type_tag = width};
  return expr_var(t, sort_bv(width), &info);
}

// A prime: no solver finds out that it has no factors.
static expr hopeless(expr_table *t) {
  expr p = expr_zext(t, var(t, "p", 32), 64), q = expr_zext(t, var(t, "q", 32), 64), one = expr_const(t, 64, 1);
  expr product = expr_eq(t, expr_mul(t, p, q), expr_const(t, 64, 2305843009213693951u));
  return expr_and(t, product, expr_and(t, expr_ult(t, one, p), expr_and(t, expr_ult(t, one, q), expr_ult(t, p, q))));
}

static void needs_cvc5(void) {
  if (smt_solver_exists(SMT_SOLVER_CVC5)) return;
  print_message("cvc5 is not installed\n");
  skip();
}

static void solvers_agree(void **state) {
  (void)state;
  needs_cvc5();
  static const uint32_t widths[] = {1, 2, 8, 8, 70};
  unsigned seen[3] = {0};
  for (uint64_t seed = 1; seed <= 6; seed++) {
    term_pool p;
    pool_init(&p, seed + 1700, widths, 5, false, seed % 2);
    for (unsigned i = 0; i < 60; i++) pool_grow(&p);
    smt_config zc = bare(SMT_SOLVER_Z3), cc = bare(SMT_SOLVER_CVC5);
    expr_table *t = p.table[RICH];
    smt *z = smt_new(t, &zc), *c = smt_new(t, &cc);
    for (int q = 0; q < 25; q++) {
      expr list[3];
      size_t n = 1 + rng_below(&p.r, 3);
      for (size_t i = 0; i < n; i++) list[i] = pool_any(&p, sort_bv(1)).in[RICH];
      model *m;
      smt_answer a = smt_check(z, list, n, NULL), b = smt_check(c, list, n, &m);
      assert_true((b == SMT_SAT) == (m != NULL));
      for (size_t i = 0; m && i < n; i++) assert_true(expr_eval_true(t, list[i], m));
      model_free(m);
      assert_true(a == b || a == SMT_UNKNOWN || b == SMT_UNKNOWN);
      seen[b]++;
    }
    smt_free(z);
    smt_free(c);
    pool_fini(&p);
  }
  assert_true(seen[SMT_SAT] > 20 && seen[SMT_UNSAT] > 10 && seen[SMT_UNKNOWN] < 20);
}

static void quantified_questions(void **state) {
  (void)state;
  needs_cvc5();
  expr_table *t = expr_table_new(NULL);
  smt_config cc = bare(SMT_SOLVER_CVC5);
  smt *s = smt_new(t, &cc);
  // Every odd number has an inverse; an even one has none. More candidates than the layers before the solver try.
  expr u = var(t, "u", 8), v = var(t, "v", 8), one = expr_const(t, 8, 1);
  expr odd = expr_eq(t, expr_extract(t, u, 0, 0), expr_bool(t, true));
  expr other = expr_ne(t, expr_mul(t, u, v), one);
  assert_int_equal(smt_check_forall(s, &odd, 1, &v, 1, other, 0), SMT_UNSAT);
  expr even = expr_not(t, odd);
  assert_int_equal(smt_check_forall(s, &even, 1, &v, 1, other, 0), SMT_SAT);
  assert_int_equal(smt_check(s, &odd, 1, NULL), SMT_SAT);  // the quantified question is gone
  smt_free(s);
  expr_table_free(t);
}

static void limits_give_unknown(void **state) {
  (void)state;
  needs_cvc5();
  expr_table *t = expr_table_new(NULL);
  smt_config cc = bare(SMT_SOLVER_CVC5);
  cc.rlimit = 32000;
  smt *s = smt_new(t, &cc);
  expr hard = hopeless(t), x = var(t, "x", 8), easy = expr_ult(t, x, expr_const(t, 8, 9));
  assert_int_equal(smt_check(s, &hard, 1, NULL), SMT_UNKNOWN);
  assert_int_equal(smt_check(s, &easy, 1, NULL), SMT_SAT);
  assert_int_equal(smt_check_within(s, &hard, 1, NULL, SMT_NOTHING), SMT_UNKNOWN);
  assert_int_equal(smt_get_stats(s)->solver_calls, 2);
  smt_free(s);
  expr_table_free(t);
}

// An array filled with a literal is more than cvc5 reads: an error, which ends it.
static void an_error_is_no_answer(void **state) {
  (void)state;
  needs_cvc5();
  expr_table *t = expr_table_new(NULL);
  smt_config cc = bare(SMT_SOLVER_CVC5);
  smt *s = smt_new(t, &cc);
  expr x = var(t, "x", 8), i = var(t, "i", 4), j = var(t, "j", 4), y = var(t, "y", 8);
  expr filled = expr_store(t, expr_const_array(t, 4, x), i, y);
  expr odd = expr_ne(t, expr_select(t, filled, j), x), easy = expr_ult(t, x, expr_const(t, 8, 9));
  assert_int_not_equal(smt_check(s, &odd, 1, NULL), SMT_UNSAT);
  assert_int_equal(smt_check(s, &easy, 1, NULL), SMT_SAT);
  smt_free(s);
  expr_table_free(t);
}

static void *interrupt_soon(void *arg) {
  nanosleep(&(struct timespec){.tv_nsec = 200000000}, NULL);
  smt_interrupt(arg);
  return NULL;
}

static void interrupt_ends_the_question(void **state) {
  (void)state;
  needs_cvc5();
  expr_table *t = expr_table_new(NULL);
  smt_config cc = bare(SMT_SOLVER_CVC5);
  cc.rlimit = 0;
  smt *s = smt_new(t, &cc);
  expr hard = hopeless(t), x = var(t, "x", 8), easy = expr_ult(t, x, expr_const(t, 8, 9));
  pthread_t thread;
  pthread_create(&thread, NULL, interrupt_soon, s);
  assert_int_equal(smt_check(s, &hard, 1, NULL), SMT_UNKNOWN);
  pthread_join(thread, NULL);
  assert_int_equal(smt_check(s, &easy, 1, NULL), SMT_UNKNOWN);
  smt_free(s);
  expr_table_free(t);
}

static void no_memory_is_left(void **state) {
  (void)state;
  assert_int_equal(mem_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(solvers_agree),
      cmocka_unit_test(quantified_questions),
      cmocka_unit_test(limits_give_unknown),
      cmocka_unit_test(an_error_is_no_answer),
      cmocka_unit_test(interrupt_ends_the_question),
      cmocka_unit_test(no_memory_is_left),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

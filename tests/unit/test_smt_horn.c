// links: smt
// Sequence interpolants: each must follow from the steps before it, and together they must refute the path.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
// cmocka wants the four above first
#include <cmocka.h>

#include "smt/smt.h"
#include "smt/smt_horn.h"

enum { EFFORT = 20000000 };

static expr variable(expr_table *t, const char *name) {
  expr_var_info info = {.name = name};
  return expr_var(t, sort_bv(32), &info);
}

// x := 2; y := 1; y := 2; [x > y] (the example of the specification)
static void example_of_the_specification(void **unused) {
  (void)unused;
  expr_options o = {0};
  expr_table *t = expr_table_new(&o);
  expr x = variable(t, "x"), y = variable(t, "y"), yes = expr_bool(t, true);
  expr vars[] = {x, y}, inits[] = {EXPR_NONE, EXPR_NONE};
  expr first[] = {expr_const(t, 32, 2), y}, second[] = {x, expr_const(t, 32, 1)}, third[] = {x, expr_const(t, 32, 2)};
  horn_step steps[] = {{yes, first}, {yes, second}, {yes, third}, {expr_slt(t, y, x), vars}};
  horn_path p = {vars, inits, 2, steps, 4};
  horn_facts out = {0};
  smt_config c = smt_default_config();
  smt *s = smt_new(t, &c);
  assert_true(smt_interpolants(s, &p, EFFORT, &out));
  assert_true(out.len > 0);
  // After the third step something must hold there that excludes the guard.
  expr at_end[] = {x, y}, values[] = {expr_const(t, 32, 2), expr_const(t, 32, 2)};
  expr_vec conj = {0};
  vec_push(&conj, expr_slt(t, y, x));
  for (size_t i = 0; i < out.len; i++) {
    bool holds = expr_is_true(t, expr_subst(t, out.data[i].term, at_end, values, 2));
    vec_push(&conj, holds ? out.data[i].term : expr_not(t, out.data[i].term));
  }
  assert_int_equal(smt_check(s, conj.data, conj.len, NULL), SMT_UNSAT);
  vec_free(&conj);
  vec_free(&out);
  smt_free(s);
  expr_table_free(t);
}

static void feasible_path_has_none(void **unused) {
  (void)unused;
  expr_options o = {0};
  expr_table *t = expr_table_new(&o);
  expr x = variable(t, "x"), in = variable(t, "input");
  expr vars[] = {x}, inits[] = {expr_const(t, 32, 0)}, drawn[] = {expr_add(t, x, in)};
  horn_step steps[] = {{expr_bool(t, true), drawn}, {expr_slt(t, expr_const(t, 32, 5), x), vars}};
  horn_path p = {vars, inits, 1, steps, 2};
  horn_facts out = {0};
  smt_config c = smt_default_config();
  smt *s = smt_new(t, &c);
  assert_false(smt_interpolants(s, &p, EFFORT, &out));
  smt_free(s);
  assert_int_equal(out.len, 0);
  vec_free(&out);
  expr_table_free(t);
}

// What is not linear is left open: no answer, and no crash.
static void products_are_open(void **unused) {
  (void)unused;
  expr_options o = {0};
  expr_table *t = expr_table_new(&o);
  expr x = variable(t, "x"), y = variable(t, "y");
  expr vars[] = {x, y}, inits[] = {expr_const(t, 32, 3), expr_const(t, 32, 5)}, product[] = {expr_mul(t, x, y), y};
  horn_step steps[] = {{expr_bool(t, true), product}, {expr_eq(t, x, expr_const(t, 32, 16)), vars}};
  horn_path p = {vars, inits, 2, steps, 2};
  horn_facts out = {0};
  smt_config c = smt_default_config();
  smt *s = smt_new(t, &c);
  assert_false(smt_interpolants(s, &p, EFFORT, &out));
  smt_free(s);
  vec_free(&out);
  expr_table_free(t);
}

// x := a[i]; while (*) k++; [x != a[i]]: a fact about a cell holds all through the loop.
static void loop_beside_an_array(void **unused) {
  (void)unused;
  enum { START, HEAD, ERROR, POINTS, VARS = 4 };
  expr_options o = {0};
  expr_table *t = expr_table_new(&o);
  smt_config c = smt_default_config();
  smt *s = smt_new(t, &c);
  expr i = variable(t, "i"), k = variable(t, "k"), x = variable(t, "x"), yes = expr_bool(t, true);
  expr_var_info info = {.name = "array"};
  expr a = expr_var(t, sort_array(32, 32), &info), cell = expr_select(t, a, i);
  expr vars[VARS] = {i, k, x, a}, inits[VARS] = {EXPR_NONE, EXPR_NONE, EXPR_NONE, EXPR_NONE};
  expr begun[VARS] = {i, expr_const(t, 32, 0), cell, a}, next[VARS] = {i, expr_add(t, k, expr_const(t, 32, 1)), x, a};
  expr wrong = expr_ne(t, x, cell);
  horn_rule rules[] = {{START, HEAD, yes, begun}, {HEAD, HEAD, yes, next}, {HEAD, ERROR, wrong, vars}};
  horn_system sys = {.vars = vars,
                     .inits = inits,
                     .n_vars = VARS,
                     .n_points = POINTS,
                     .error = ERROR,
                     .rules = rules,
                     .n_rules = 3,
                     .bounded = true};
  horn_facts out = {0};
  assert_int_equal(smt_horn_solve(s, &sys, EFFORT, &out), SMT_UNSAT);
  // What holds at the head excludes the error.
  expr_vec conj = {0};
  vec_push(&conj, wrong);
  for (size_t f = 0; f < out.len; f++)
    if (out.data[f].point == HEAD) vec_push(&conj, out.data[f].term);
  assert_int_equal(smt_check(s, conj.data, conj.len, NULL), SMT_UNSAT);
  rules[2].guard = expr_eq(t, x, cell);
  assert_int_equal(smt_horn_solve(s, &sys, EFFORT, &out), SMT_SAT);
  vec_free(&conj);
  vec_free(&out);
  smt_free(s);
  expr_table_free(t);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(example_of_the_specification),
                                     cmocka_unit_test(feasible_path_has_none), cmocka_unit_test(products_are_open),
                                     cmocka_unit_test(loop_beside_an_array)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

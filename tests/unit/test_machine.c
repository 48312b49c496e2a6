// links: replay front
// The concrete interpreter and exhaustive enumeration on IVL programs: scheduler, memory, dump, changes.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "front/front.h"
#include "replay/enumerate.h"
#include "replay/machine.h"
#include "replay/simulate.h"

#define DEFAULT_CHECKS                                                                                               \
  (1u << IR_CHECK_ASSERT | 1u << IR_CHECK_BOUNDS | 1u << IR_CHECK_NULL | 1u << IR_CHECK_DIV | 1u << IR_CHECK_DELAY | \
   1u << IR_CHECK_FREED | 1u << IR_CHECK_DOUBLE_FREE)

static ir_module *load(const char *text) {
  diags *d = diags_new();
  ir_module *m = front_ivl.parse("test.ivl", text, strlen(text), d);
  if (!m) diags_print(d, stderr);
  diags_free(d);
  assert_non_null(m);
  return m;
}

static machine_options options(void) {
  return (machine_options){.checks = DEFAULT_CHECKS, .step_limit = 100000, .depth_limit = 500};
}

// Steps the named processes ("" = kernel), each of which must be enabled.
static void follow(const ir_module *ir, machine *m, const char *const *names) {
  for (; *names; names++) {
    uint32_t procs[16], chosen = UINT32_MAX;
    size_t n = machine_enabled(m, procs, 16);
    for (size_t i = 0; i < n; i++)
      if (!strcmp(**names ? *names : "kernel", machine_proc_name(m, procs[i]))) chosen = procs[i];
    if (chosen == UINT32_MAX) {
      strbuf b = {0};
      machine_dump(m, &b);
      print_message("%s is not enabled in\n%s", **names ? *names : "kernel", sb_text(&b));
      sb_fini(&b);
    }
    assert_true(chosen <= ir->n_procs);
    machine_step(m, chosen);
  }
}

static void expect_dump(const machine *m, const char *want) {
  strbuf b = {0};
  machine_dump(m, &b);
  assert_string_equal(sb_text(&b), want);
  sb_fini(&b);
}

// All runs with inputs in lo..hi.
static enum_result all_runs(const char *text, int64_t lo, int64_t hi) {
  ir_module *ir = load(text);
  machine_options o = options();
  enum_result r;
  enumerate_all(ir, &o, lo, hi, 200000, 300, &r, NULL, NULL);
  ir_module_free(ir);
  return r;
}

static const char lost[] = "event e;\n"
                           "uint x = ?(uint);\n"
                           "uint a = 0; uint b = 0;\n"
                           "thread A { if (x % 2) a = 1; else a = 0; }\n"
                           "thread B { wait e; b = x / 2; }\n"
                           "thread C { notify e; }\n"
                           "main { start;\n"
                           "  assert 2 * b + a == x; }\n";

static void lost_notification(void **state) {
  (void)state;
  enum_result r = all_runs(lost, 0, 3);
  assert_true(r.complete);
  assert_true(r.violation);
  assert_int_equal(r.check, IR_CHECK_ASSERT);
  assert_int_equal(r.at.line, 8);
  // C before B: of the interleavings of A; B0; C (B1 after C if B0 came first).
  r = all_runs(lost, 0, 0);
  assert_true(r.complete);
  assert_false(r.violation);
}

static void steps_and_dump(void **state) {
  (void)state;
  ir_module *ir = load(lost);
  machine_options o = options();
  machine *m = machine_new(ir, &o);
  expect_dump(m, "time 0\nx = 0\na = 0\nb = 0\nprocess A: waiting\nprocess B: waiting\nprocess C: waiting\n");
  follow(ir, m, (const char *const[]){"", "B", "C", NULL});
  assert_string_equal(machine_action(m), "notifies e, ends");
  expect_dump(m, "time 0\nx = 0\na = 0\nb = 0\nprocess A: runnable\nprocess B: runnable\nprocess C: ended\n");
  uint32_t procs[4];
  assert_int_equal(machine_ready_order(m, procs, 4), 2);
  assert_int_equal(procs[0], 1);
  assert_int_equal(procs[1], 2);
  follow(ir, m, (const char *const[]){"A", "B", "", "", NULL});
  assert_int_equal(machine_get_status(m), MACHINE_FINISHED);
  assert_int_equal(machine_enabled(m, procs, 4), 0);
  assert_false(machine_deadlocked(m));
  machine_reset(m);
  follow(ir, m, (const char *const[]){"", "C", "B", "A", "", NULL});
  assert_true(machine_deadlocked(m));
  assert_string_equal(machine_action(m), "simulation ends, B waits for ever");
  machine_free(m);
  ir_module_free(ir);
}

static void count_line(void *arg, const char *name, const char *value) { sb_printf(arg, "%s=%s;", name, value); }

static void changes_of_a_step(void **state) {
  (void)state;
  ir_module *ir = load("int x; bool f; int a[3]; char c;\n"
                       "class P { int u; i64 v; }\n"
                       "P r;\n"
                       "thread T { int i = 4; x = 1; x = 0; a[1] = -2; a[2] = 0; f = true; r.v = -1; c = 'a'; "
                       "wait_time 1; i = 5; int *p = new int; *p = 3;"
                       " wait_time 1; x = *p; }\n"
                       "main { start; }\n");
  strbuf seen = {0};
  machine_options o = options();
  o.changed = count_line;
  o.event_arg = &seen;
  machine *m = machine_new(ir, &o);
  follow(ir, m, (const char *const[]){"", "T", NULL});
  assert_string_equal(sb_text(&seen), "a[1]=-2;f=true;r.v=-1;c=97;T.i=4;");
  sb_clear(&seen);
  follow(ir, m, (const char *const[]){"", NULL});
  assert_string_equal(sb_text(&seen), "");
  assert_string_equal(machine_action(m), "time advances to 1");
  follow(ir, m, (const char *const[]){"T", NULL});
  assert_string_equal(sb_text(&seen), "new@4#1=3;T.i=5;T.p=&new@4#1;");
  assert_string_equal(machine_action(m), "waits until time 2");
  machine_free(m);
  sb_fini(&seen);
  ir_module_free(ir);
}

static void expect_violation(const char *text, ir_check check, uint32_t line) {
  ir_module *ir = load(text);
  machine_options o = options();
  machine *m = machine_new(ir, &o);
  simulate_options so = {0};
  so.max_steps = 1000;
  assert_int_equal(simulate_run(m, &so, NULL, NULL), MACHINE_VIOLATION);
  assert_int_equal(machine_check(m), check);
  assert_int_equal(machine_place(m).line, line);
  // The same kind switched off has no defined continuation, except for checks that are instructions.
  o.checks &= ~(1u << check);
  machine *quiet = machine_new(ir, &o);
  machine_status s = simulate_run(quiet, &so, NULL, NULL);
  assert_true(s == MACHINE_UNSUPPORTED || s == MACHINE_FINISHED);
  machine_free(m);
  machine_free(quiet);
  ir_module_free(ir);
}

static void implicit_checks(void **state) {
  (void)state;
  expect_violation("int a[3]; int i = 3;\nthread T {\n a[i] = 1; }\nmain { start; }\n", IR_CHECK_BOUNDS, 3);
  expect_violation("int a[3]; int i = -1; int x;\nthread T {\n x = a[i]; }\nmain { start; }\n", IR_CHECK_BOUNDS, 3);
  expect_violation("int *p;\nthread T {\n\n *p = 1; }\nmain { start; }\n", IR_CHECK_NULL, 4);
  expect_violation("int x; int y = 5;\nthread T {\n y = y / x; }\nmain { start; }\n", IR_CHECK_DIV, 3);
  expect_violation("int d = -1;\nthread T {\n wait_time d; }\nmain { start; }\n", IR_CHECK_DELAY, 3);
  expect_violation("event e; int d = -1;\nthread T {\n notify e, d; }\nmain { start; }\n", IR_CHECK_DELAY, 3);
  expect_violation("int f(int x) {\n assert x != 2;\n return x; }\nthread T { f(2); }\nmain { start; }\n",
                   IR_CHECK_ASSERT, 2);
  expect_violation("main { start;\n assert @time == 1; }\n", IR_CHECK_ASSERT, 2);
}

static void arithmetic(void **state) {
  (void)state;
  enum_result r = all_runs("int lo = -2147483647; int minus = -1; int z = 40; i64 one = 1; uint u = 0; char c = 127; "
                           "u8 b = 255; i64 big = 5;\n"
                           "main { lo -= 1; assert lo / minus == lo; assert lo % minus == 0; assert (lo >> 31) == -1; "
                           "assert (one << 40) == 1099511627776;\n"
                           "  assert u - 1 == 4294967295; c += 1; assert c == -128; b += 1; assert b == 0; assert -7 / "
                           "2 == -3; assert -7 % 2 == -1;\n"
                           "  assert (lo >> z) == -1; assert (1 << z) == 0; assert ~0 == -1; assert !(3 == 4); assert "
                           "(7 ^ 2) == 5; big = -big; assert big < 0;\n"
                           "  assert 0xffffffff > 0; start; }\n",
                           0, 0);
  assert_true(r.complete);
  if (r.violation) print_message("line %u column %u\n", r.at.line, r.at.col);
  assert_false(r.violation);
  assert_int_equal(r.finished, 1);
}

// Exactly the steps of the specification's example L2.3.
static void waiting_for_a_delta_cycle(void **state) {
  (void)state;
  static const char text[] = "event eA; int a = 0; int b = 0;\n"
                             "thread A { if (b > 0) { wait eA; b = 0; } assert b == 0; }\n"
                             "thread B { b = 1; wait_time 0; notify eA; }\n"
                             "main { start; }\n";
  enum_result r = all_runs(text, 0, 0);
  assert_true(r.complete);
  assert_false(r.violation);
  assert_int_equal(r.runs, 2);
  assert_int_equal(r.steps, 7 + 8);
}

static void bounds_of_start(void **state) {
  (void)state;
  ir_module *ir = load("int n; u64 t1; u64 t2;\n"
                       "thread T { while (true) { n += 1; wait_time 2; } }\n"
                       "main { start 5; t1 = @time; assert n == 3; start 6; t2 = @time; assert n == 4; }\n");
  machine_options o = options();
  machine *m = machine_new(ir, &o);
  simulate_options so = {0};
  assert_int_equal(simulate_run(m, &so, NULL, NULL), MACHINE_FINISHED);
  expect_dump(m, "time 6\nn = 4\nt1 = 4\nt2 = 6\nprocess T: waiting\n");
  assert_false(machine_deadlocked(m));
  machine_free(m);
  ir_module_free(ir);
}

static void suspend_and_resume(void **state) {
  (void)state;
  ir_module *ir = load("event e; int x;\n"
                       "thread A { x += 1; suspend A; x += 10; }\n"
                       "thread B dont_initialize { x += 100; }\n"
                       "thread C { wait e; x += 1000; }\n"
                       "thread D { suspend C; notify e; resume A; resume B; wait_time 0; resume C; }\n"
                       "main { start; }\n");
  machine_options o = options();
  machine *m = machine_new(ir, &o);
  follow(ir, m, (const char *const[]){"", NULL});
  expect_dump(
      m,
      "time 0\nx = 0\nprocess A: runnable\nprocess B: runnable suspended\nprocess C: runnable\nprocess D: runnable\n");
  follow(ir, m, (const char *const[]){"A", "C", "D", NULL});
  expect_dump(
      m, "time 0\nx = 1\nprocess A: runnable suspended\nprocess B: runnable suspended\nprocess C: runnable suspended\n"
         "process D: waiting\n");
  follow(ir, m, (const char *const[]){"", "A", "B", "D", "", "C", "", "", NULL});
  expect_dump(m, "time 0\nx = 1111\nprocess A: ended\nprocess B: ended\nprocess C: ended\nprocess D: ended\n");
  machine_free(m);
  ir_module_free(ir);
}

static void before_start(void **state) {
  (void)state;
  ir_module *ir = load("event e; event f; int x;\n"
                       "thread A { wait e; x += 1; }\n"
                       "thread B { wait f; x += 10; }\n"
                       "thread C { x += 100; }\n"
                       "thread D { x += 1000; }\n"
                       "main { notify e; notify e, 0; notify f, 3; suspend C; suspend D; resume D; start; }\n");
  machine_options o = options();
  machine *m = machine_new(ir, &o);
  follow(ir, m, (const char *const[]){"", "A", "B", "D", "", "B", "", NULL});
  expect_dump(
      m, "time 3\nx = 1010\nprocess A: waiting\nprocess B: ended\nprocess C: runnable suspended\nprocess D: ended\n");
  assert_true(machine_deadlocked(m));
  machine_free(m);
  ir_module_free(ir);
}

static void pending_rules(void **state) {
  (void)state;
  ir_module *ir = load("event e; u64 first; int times;\n"
                       "thread N { notify e, 5; notify e, 3; notify e, 7; wait_time 1; notify e; }\n"
                       "thread W { while (true) { wait e; times += 1; if (times == 1) first = @time; } }\n"
                       "main { start; }\n");
  machine_options o = options();
  simulate_options so = {0};
  machine *m = machine_new(ir, &o);
  assert_int_equal(simulate_run(m, &so, NULL, NULL), MACHINE_FINISHED);
  expect_dump(m, "time 1\nfirst = 1\ntimes = 1\nprocess N: ended\nprocess W: waiting\n");
  machine_free(m);
  o.pending_multi = true;
  m = machine_new(ir, &o);
  assert_int_equal(simulate_run(m, &so, NULL, NULL), MACHINE_FINISHED);
  expect_dump(m, "time 7\nfirst = 1\ntimes = 4\nprocess N: ended\nprocess W: waiting\n");
  machine_free(m);
  ir_module_free(ir);
}

static void updates(void **state) {
  (void)state;
  ir_module *ir = load(
      "event changed; int cur; int next; int seen; int log;\n"
      "update second { log = log * 10 + 2; if (cur == 1) { next = 9; request_update first; } }\n"
      "update first { log = log * 10 + 1; cur = next; notify changed, 0; }\n"
      "thread W { next = 1; request_update first; request_update second; request_update first; assert cur == 0; }\n"
      "thread R { wait changed; seen = cur; wait changed; seen = seen * 10 + cur; }\n"
      "main { start; }\n");
  machine_options o = options();
  simulate_options so = {0};
  machine *m = machine_new(ir, &o);
  assert_int_equal(simulate_run(m, &so, NULL, NULL), MACHINE_FINISHED);
  // Declaration order: second runs before first, so it still sees the old value.
  expect_dump(m, "time 0\ncur = 1\nnext = 1\nseen = 1\nlog = 21\nprocess W: ended\nprocess R: waiting\n");
  machine_free(m);
  ir_module_free(ir);
}

static void deadlock_is_a_violation_when_asked_for(void **state) {
  (void)state;
  ir_module *ir = load("event e;\nthread T {\n wait e; }\nmain { start; }\n");
  machine_options o = options();
  simulate_options so = {0};
  machine *m = machine_new(ir, &o);
  assert_int_equal(simulate_run(m, &so, NULL, NULL), MACHINE_FINISHED);
  assert_true(machine_deadlocked(m));
  machine_free(m);
  o.checks |= 1u << IR_CHECK_DEADLOCK;
  m = machine_new(ir, &o);
  assert_int_equal(simulate_run(m, &so, NULL, NULL), MACHINE_VIOLATION);
  assert_int_equal(machine_check(m), IR_CHECK_DEADLOCK);
  assert_int_equal(machine_place(m).line, 3);
  machine_free(m);
  ir_module_free(ir);
}

static void started_again_after_a_deadlock(void **state) {
  (void)state;
  ir_module *ir =
      load("event e; int x;\nthread T { wait e; x = 1; }\nmain { start; notify e; start; assert x == 1; }\n");
  machine_options o = options();
  machine *m = machine_new(ir, &o);
  follow(ir, m, (const char *const[]){"", "T", "", NULL});
  assert_true(machine_deadlocked(m));
  follow(ir, m, (const char *const[]){"", "T", "", "", NULL});
  assert_int_equal(machine_get_status(m), MACHINE_FINISHED);
  assert_false(machine_deadlocked(m));
  machine_free(m);
  ir_module_free(ir);
}

static void limits(void **state) {
  (void)state;
  static const char *const texts[] = {"thread T { while (true) { } }\nmain { start; }\n",
                                      "int f(int x) { return f(x + 1); }\nthread T { f(0); }\nmain { start; }\n"};
  for (size_t i = 0; i < 2; i++) {
    ir_module *ir = load(texts[i]);
    machine_options o = options();
    simulate_options so = {0};
    machine *m = machine_new(ir, &o);
    assert_int_equal(simulate_run(m, &so, NULL, NULL), MACHINE_LIMIT);
    assert_non_null(strstr(machine_message(m), i ? "recursion" : "non-terminating"));
    machine_free(m);
    ir_module_free(ir);
  }
}

static void inputs_by_name(void **state) {
  (void)state;
  ir_module *ir = load("int x = ?(int); bool b = ?(bool);\n"
                       "main { start; assume x != 7; assert x != 5 || !b; }\n");
  machine_options o = options();
  simulate_options so = {0};
  const char *why;
  const char *bad[] = {"x"}, *worse[] = {"x=y"};
  simulate_inputs *in;
  assert_false(simulate_inputs_new(ir, bad, 1, &in, &why));
  assert_false(simulate_inputs_new(ir, worse, 1, &in, &why));
  const char *good[] = {"x=5", "b=true", "y=1"};
  assert_true(simulate_inputs_new(ir, good, 3, &in, &why));
  o.input = simulate_inputs_draw;
  o.input_arg = in;
  machine *m = machine_new(ir, &o);
  assert_int_equal(simulate_run(m, &so, NULL, NULL), MACHINE_VIOLATION);
  assert_int_equal(machine_inputs_drawn(m), 2);
  assert_string_equal(machine_input_at(m, 0)->name, "x");
  assert_int_equal(machine_input_at(m, 0)->bits, 5);
  assert_string_equal(simulate_inputs_unused(in), "y=1");
  assert_null(simulate_inputs_misfit(in));
  machine_free(m);
  simulate_inputs_free(in);
  enum_result r;
  o.input = NULL;
  enumerate_all(ir, &o, -1, 7, 0, 0, &r, NULL, NULL);
  assert_true(r.complete);
  assert_int_equal(r.runs, 18);
  assert_int_equal(r.cut, 2);
  assert_int_equal(r.violations, 1);
  assert_int_equal(r.finished, 15);
  ir_module_free(ir);
}

// Table of the specification 7.4: listings with few inputs, decided by enumeration.
static void listings(void **state) {
  (void)state;
  enum_result r = all_runs("int x; event e;\nthread A { assert x == 0; }\nthread B { notify e; }\n"
                           "thread D { wait e; x = 1; }\nmain { start; }\n",
                           0, 0);
  assert_true(r.complete && r.violation);
  r = all_runs("int x; event e1; event e2;\nthread A { x = 1; }\nthread B { notify e2; }\nthread C { notify e1; }\n"
               "thread D { wait e1; wait e2; assert x == 1; }\nmain { start; }\n",
               0, 0);
  assert_true(r.complete && r.violation);
  r = all_runs("thread A { while (@time < 3) wait_time 1; assert false; }\nmain { start 5; }\n", 0, 0);
  assert_true(r.complete && r.violation);
  r = all_runs("thread A { while (@time < 3) wait_time 1; assert false; }\nmain { start 2; }\n", 0, 0);
  assert_true(r.complete && !r.violation);
}

// The order of the reference kernel is first come, first served; a seed names a schedule.
static void on_step(void *arg, const machine *m, uint32_t proc) { sb_printf(arg, "%s ", machine_proc_name(m, proc)); }

static void simulation_order(void **state) {
  (void)state;
  ir_module *ir = load("event e;\nthread A { wait e; }\nthread B { notify e; wait_time 0; }\nthread C { wait_time 0; "
                       "}\nmain { start; }\n");
  machine_options o = options();
  simulate_options so = {0};
  strbuf order = {0}, again = {0};
  machine *m = machine_new(ir, &o);
  simulate_run(m, &so, on_step, &order);
  assert_string_equal(sb_text(&order), "kernel A B C A kernel B C kernel kernel ");
  so.random = true;
  so.seed = 3;
  machine_reset(m);
  sb_clear(&order);
  simulate_run(m, &so, on_step, &order);
  machine_reset(m);
  simulate_run(m, &so, on_step, &again);
  assert_string_equal(sb_text(&order), sb_text(&again));
  machine_free(m);
  sb_fini(&order);
  sb_fini(&again);
  ir_module_free(ir);
}

static void count_global(void *arg, const machine_value *v) {
  if (str_starts(v->name, "big[")) ++*(size_t *)arg;
  if (!strcmp(v->name, "big[900]")) assert_string_equal(v->text, "7");
}

static void globals_of_large_arrays(void **state) {
  (void)state;
  ir_module *ir = load(
      "int big[1000]; event e[2]; int i = 900;\nthread T { big[i] = 7; big[3] = 1; wait e[1]; }\nmain { start; }\n");
  machine_options o = options();
  machine *m = machine_new(ir, &o);
  follow(ir, m, (const char *const[]){"", "T", NULL});
  assert_string_equal(machine_action(m), "waits for e[1]");
  size_t n = 0;
  machine_globals(m, count_global, &n);
  assert_int_equal(n, 65);
  machine_free(m);
  ir_module_free(ir);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lost_notification),
      cmocka_unit_test(steps_and_dump),
      cmocka_unit_test(changes_of_a_step),
      cmocka_unit_test(implicit_checks),
      cmocka_unit_test(arithmetic),
      cmocka_unit_test(waiting_for_a_delta_cycle),
      cmocka_unit_test(bounds_of_start),
      cmocka_unit_test(suspend_and_resume),
      cmocka_unit_test(before_start),
      cmocka_unit_test(pending_rules),
      cmocka_unit_test(updates),
      cmocka_unit_test(deadlock_is_a_violation_when_asked_for),
      cmocka_unit_test(started_again_after_a_deadlock),
      cmocka_unit_test(limits),
      cmocka_unit_test(inputs_by_name),
      cmocka_unit_test(listings),
      cmocka_unit_test(simulation_order),
      cmocka_unit_test(globals_of_large_arrays),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

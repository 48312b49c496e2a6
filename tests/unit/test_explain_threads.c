// links: result front
// Counterexamples of programs with threads: spawned processes known by their origins, data races with both accesses,
// trace files.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "front/front.h"
#include "result/explain.h"

#define CHECKS (1u << IR_CHECK_ASSERT | 1u << IR_CHECK_RACE)

// Two workers of three steps each; only one access of each is unprotected. Model code locks.
static const char program[] =
    "air 1\nlanguage \"c\"\nscheduler interleave\npointers 64\nproperties \"assert\"\nentry &entry\n"
    "source \"p.c\"\n  \"int x, y;\\n\"\n  \"worker: lock\\n\"\n  \"y++\\n\"\n  \"unlock\\n\"\n  \"x = 1\\n\"\n  "
    "\"main\\n\"\n"
    "global @x i32'int !1:5\nglobal @y i32'int !1:8\nglobal @m i32 hidden\nprocess $main &main !6:1\n"
    "func &lock_model() void !\"runtime/m.c\":90:1 {\n  reg %inner i32\nb1:\n  %inner = mov i32 i32:5\n"
    "  lock @m !\"runtime/m.c\":91:1\n  return\n}\n"
    "func &worker() void !2:1 {\nb1:\n  call void &lock_model !2:3\n  rmw.add i32'int @y, 1 !3:1\n  unlock @m !4:1\n"
    "  store i32'int @x, 1 !5:1\n  return\n}\n"
    "func &main() void !6:1 {\nb1:\n  spawn &worker !6:1\n  spawn &worker !6:1\n  return\n}\n"
    "func &entry() void {\nb1:\n  start.ivl\n  return\n}\n";

static ir_module *load(const char *text) {
  diags *d = diags_new();
  ir_module *m = front_air.parse("p.air", text, strlen(text), d);
  if (!m) diags_print(d, stderr);
  diags_free(d);
  assert_non_null(m);
  return m;
}

static const machine_options options = {.checks = CHECKS, .step_limit = 100000, .depth_limit = 100};

// The numbers are those of a search that saw the second worker as 2 and the first as 4.
static result *found(void) {
  static const uint32_t schedule[] = {0, 1, 2, 4, 4, 4, 4, 2, 2, 2, 2, 4};
  static const machine_origin origins[] = {{1, 2}, {7, 1}, {1, 1}};
  result *r = result_new();
  r->verdict = VERDICT_UNSAFE;
  r->violation.check = IR_CHECK_RACE;
  r->violation.at = (place){"p.c", 5, 1};
  for (size_t i = 0; i < sizeof schedule / sizeof *schedule; i++) vec_push(&r->schedule, schedule[i]);
  for (size_t i = 0; i < 3; i++) vec_push(&r->origins, origins[i]);
  return r;
}

static void confirm(const ir_module *m, result *r) {
  const char *why = "";
  if (!explain_confirm(m, &options, r, &why)) fail_msg("%s", why);
}

static void expect_race(const result *r) {
  const violation *v = &r->violation;
  assert_int_equal(v->at.line, 5);
  assert_int_equal(v->other_at.line, 5);
  assert_string_equal(v->variable, "x");
  assert_string_equal(v->source, "x = 1");
  assert_string_equal(v->other_source, "x = 1");
  assert_true(v->writes && v->other_writes);
  assert_string_not_equal(v->proc_name, v->other_proc_name);
}

static void race_is_confirmed(void **state) {
  (void)state;
  ir_module *m = load(program);
  result *r = found();
  confirm(m, r);
  expect_race(r);
  assert_string_equal(r->violation.proc_name, "worker");
  assert_string_equal(r->violation.other_proc_name, "worker#2");
  assert_int_equal(r->trace.len, r->schedule.len);
  // A step that begins in a model is shown where the program calls it; what the model keeps is not shown.
  const trace_step *locks = &r->trace.data[4];
  assert_int_equal(locks->at.line, 2);
  assert_string_equal(locks->action, "locks m");
  for (size_t i = 0; i < r->trace.len; i++)
    for (uint32_t k = 0; k < r->trace.data[i].n_changes; k++)
      assert_null(strstr(r->trace.data[i].changes[k].name, "inner"));
  result_free(r);
  ir_module_free(m);
}

static void what_is_no_race(void **state) {
  (void)state;
  ir_module *m = load(program);
  const char *why = "";
  result *r = found();
  r->schedule.len--;
  assert_false(explain_confirm(m, &options, r, &why));
  assert_non_null(strstr(why, "no data race"));
  result_free(r);
  r = found();
  r->violation.at.line = 3;
  assert_false(explain_confirm(m, &options, r, &why));
  assert_non_null(strstr(why, "not at line 3"));
  result_free(r);
  r = found();
  vec_clear(&r->origins);  // nobody has the number 4 then
  assert_false(explain_confirm(m, &options, r, &why));
  assert_non_null(strstr(why, "not enabled"));
  result_free(r);
  ir_module_free(m);
}

static void race_is_minimised(void **state) {
  (void)state;
  ir_module *m = load(program);
  result *r = found();
  // Switches that do not matter: the workers' locks in turn.
  static const uint32_t schedule[] = {0, 1, 2, 4, 2, 2, 2, 4, 4, 4, 2, 4};
  vec_clear(&r->schedule);
  for (size_t i = 0; i < sizeof schedule / sizeof *schedule; i++) vec_push(&r->schedule, schedule[i]);
  uint32_t before = explain_switches(r->schedule.data, r->schedule.len);
  confirm(m, r);
  explain_minimise(m, &options, r, 200);
  confirm(m, r);
  expect_race(r);
  assert_true(explain_switches(r->schedule.data, r->schedule.len) < before);
  result_free(r);
  ir_module_free(m);
}

static void save_and_load(void **state) {
  (void)state;
  char path[64];
  snprintf(path, sizeof path, "test-explain-threads-%ld.trace", (long)getpid());
  ir_module *m = load(program);
  result *r = found(), *again = result_new();
  const char *why = "";
  char *file = NULL;
  confirm(m, r);
  assert_true(trace_save(path, "p.air", m, r, &why));
  assert_true(trace_load(path, &file, again, &why));
  assert_true(trace_bind(m, again, &why));
  assert_int_equal(again->origins.len, 3);
  assert_int_equal(again->schedule.len, r->schedule.len);
  assert_memory_equal(again->schedule.data, r->schedule.data, r->schedule.len * sizeof(uint32_t));
  confirm(m, again);
  expect_race(again);
  unlink(path);
  mem_free(file);
  result_free(r);
  result_free(again);
  ir_module_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(race_is_confirmed),
      cmocka_unit_test(what_is_no_race),
      cmocka_unit_test(race_is_minimised),
      cmocka_unit_test(save_and_load),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

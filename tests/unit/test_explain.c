// links: result front
// From a schedule to a counterexample: confirming, minimising, saving, loading.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "base/rng.h"
#include "base/str.h"
#include "front/front.h"
#include "result/explain.h"

#define CHECKS (1u << IR_CHECK_ASSERT | 1u << IR_CHECK_BOUNDS | 1u << IR_CHECK_NULL)

static ir_module *load(const char *text) {
  diags *d = diags_new();
  ir_module *m = front_ivl.parse("test.ivl", text, strlen(text), d);
  if (!m) diags_print(d, stderr);
  diags_free(d);
  assert_non_null(m);
  return m;
}

static const machine_options options = {.checks = CHECKS, .step_limit = 100000, .depth_limit = 100};

static ir_type type_named(const ir_module *m, const char *name) {
  for (uint32_t t = 1; t <= m->n_types; t++)
    if (!strcmp(ir_type_text(m, (ir_type){t}), name)) return (ir_type){t};
  fail_msg("no type %s", name);
  return (ir_type){0};
}

// A result as an engine fills it.
static result *found(const uint32_t *schedule, size_t n, ir_check check, uint32_t line) {
  result *r = result_new();
  r->verdict = VERDICT_UNSAFE;
  r->violation.check = check;
  r->violation.at = (place){"test.ivl", line, 1};
  for (size_t i = 0; i < n; i++) vec_push(&r->schedule, schedule[i]);
  return r;
}

static void add_input(result *r, ir_type type, uint64_t bits) {
  result_input in = {.name = "x", .type = type, .bits = bits};
  vec_push(&r->inputs, in);
}

static const char lost[] = "event e;\n"
                           "uint x = ?(uint);\n"
                           "uint a = 0; uint b = 0;\n"
                           "thread A { if (x % 2) a = 1; else a = 0; }\n"
                           "thread B {\n"
                           "  wait e; b = x / 2; }\n"
                           "thread C { notify e; }\n"
                           "main { start;\n"
                           "  assert 2 * b + a == x; }\n";

static void confirmed_trace(void **state) {
  (void)state;
  ir_module *m = load(lost);
  result *r = found((const uint32_t[]){0, 3, 1, 2, 0, 0}, 6, IR_CHECK_ASSERT, 9);
  add_input(r, type_named(m, "uint"), 7);
  const char *why = NULL;
  if (!explain_confirm(m, &options, r, &why)) fail_msg("%s", why);
  assert_int_equal(r->trace.len, 6);
  assert_string_equal(r->trace.data[0].proc_name, "kernel");
  assert_string_equal(r->trace.data[0].action, "elaboration");
  assert_int_equal(r->trace.data[0].n_changes, 1);
  assert_string_equal(r->trace.data[0].changes[0].name, "x");
  assert_string_equal(r->trace.data[0].changes[0].value, "7");
  assert_string_equal(r->trace.data[1].proc_name, "C");
  assert_string_equal(r->trace.data[1].action, "notifies e, ends");
  assert_string_equal(r->trace.data[1].source, "thread C { notify e; }");
  assert_int_equal(r->trace.data[3].at.line, 6);
  assert_string_equal(r->trace.data[3].source, "wait e; b = x / 2; }");
  assert_string_equal(r->trace.data[3].action, "waits for e");
  assert_string_equal(r->violation.source, "assert 2 * b + a == x; }");
  assert_string_equal(r->violation.proc_name, "kernel");
  assert_int_equal(r->inputs.len, 1);
  assert_string_equal(result_input_text(r, m, &r->inputs.data[0]), "7");
  result_free(r);
  ir_module_free(m);
}

static void expect_refused(const ir_module *m, result *r, const char *part) {
  const char *why = NULL;
  assert_false(explain_confirm(m, &options, r, &why));
  assert_non_null(why);
  if (!strstr(why, part)) fail_msg("`%s` lacks `%s`", why, part);
  result_free(r);
}

static void what_does_not_replay(void **state) {
  (void)state;
  ir_module *m = load(lost);
  // Input 0 satisfies the assertion.
  expect_refused(m, found((const uint32_t[]){0, 3, 1, 2, 0, 0}, 6, IR_CHECK_ASSERT, 9), "ends without a violation");
  expect_refused(m, found((const uint32_t[]){0, 3, 3}, 3, IR_CHECK_ASSERT, 9), "step 3: C is not enabled");
  expect_refused(m, found((const uint32_t[]){0, 77}, 2, IR_CHECK_ASSERT, 9), "not enabled");
  expect_refused(m, found((const uint32_t[]){0}, 1, IR_CHECK_ASSERT, 9), "goes on");
  result *r = found((const uint32_t[]){0, 3, 1, 2, 0, 0}, 6, IR_CHECK_ASSERT, 8);
  add_input(r, type_named(m, "uint"), 7);
  expect_refused(m, r, "instead of line 8");
  r = found((const uint32_t[]){0, 3, 1, 2, 0, 0}, 6, IR_CHECK_BOUNDS, 9);
  add_input(r, type_named(m, "uint"), 7);
  expect_refused(m, r, "violates `assert`");
  r = found((const uint32_t[]){0, 3, 1, 2, 0, 0, 1}, 7, IR_CHECK_ASSERT, 9);
  add_input(r, type_named(m, "uint"), 7);
  expect_refused(m, r, "over after step 6 of 7");
  ir_module_free(m);
}

static void minimise_and_confirm(const ir_module *m, result *r) {
  const char *why = NULL;
  if (!explain_confirm(m, &options, r, &why)) fail_msg("before: %s", why);
  explain_minimise(m, &options, r, 2000);
  if (!explain_confirm(m, &options, r, &why)) fail_msg("after: %s", why);
}

static void steps_that_do_not_matter(void **state) {
  (void)state;
  ir_module *m = load("int x;\n"
                      "thread A { x += 1; wait_time 0; x += 1; }\n"
                      "thread B { x += 10; }\n"
                      "thread C { x += 100; }\n"
                      "thread D {\n"
                      "  wait_time 0;\n"
                      "  assert x < 1; }\n"
                      "main { start; }\n");
  result *r = found((const uint32_t[]){0, 4, 3, 1, 2, 0, 1, 4}, 8, IR_CHECK_ASSERT, 7);
  minimise_and_confirm(m, r);
  // The first phase must run to its end, the second needs D alone.
  assert_int_equal(r->schedule.len, 7);
  assert_int_equal(vec_last(&r->schedule), 4);
  result_free(r);
  ir_module_free(m);
}

static void switches_are_joined(void **state) {
  (void)state;
  // A and B answer each other's immediate notifications; C can run in one go.
  ir_module *m = load("event e; event f; int n; int k;\n"
                      "thread A { wait e; n += 1; wait e; n += 1; }\n"
                      "thread B { notify e; wait f; notify e; }\n"
                      "thread C { k += 1; notify f; }\n"
                      "thread D { wait f; assert n + k < 2; }\n"
                      "main { start; }\n");
  result *r = found((const uint32_t[]){0, 1, 2, 4, 1, 3, 2, 1, 4}, 9, IR_CHECK_ASSERT, 5);
  uint32_t before = explain_switches(r->schedule.data, r->schedule.len);
  minimise_and_confirm(m, r);
  uint32_t after = explain_switches(r->schedule.data, r->schedule.len);
  assert_true(after < before);
  result_free(r);
  ir_module_free(m);
}

static void inputs_follow_their_process(void **state) {
  (void)state;
  // Dropping B moves A's draw to the first place.
  ir_module *m = load("int a; int b;\n"
                      "thread A { a = ?(int); assert a != 41; }\n"
                      "thread B { b = ?(int); assume b > 90; }\n"
                      "main { start; }\n");
  result *r = found((const uint32_t[]){0, 2, 1}, 3, IR_CHECK_ASSERT, 2);
  add_input(r, type_named(m, "int"), 99);
  add_input(r, type_named(m, "int"), 41);
  minimise_and_confirm(m, r);
  assert_int_equal(r->schedule.len, 2);
  assert_int_equal(r->inputs.len, 1);
  assert_int_equal(r->inputs.data[0].bits, 41);
  result_free(r);
  ir_module_free(m);
}

static void inputs_become_small(void **state) {
  (void)state;
  ir_module *m = load("uint x = ?(uint); int y = ?(int); i64 z = ?(i64);\n"
                      "main { assume x >= 100; assume y < -17; start;\n"
                      "  assert false; }\n");
  result *r = found((const uint32_t[]){0, 0, 0}, 3, IR_CHECK_ASSERT, 3);
  add_input(r, type_named(m, "uint"), 4000000001);
  add_input(r, type_named(m, "int"), 0x80000003);
  add_input(r, type_named(m, "i64"), 0x8000000000000000);
  minimise_and_confirm(m, r);
  assert_string_equal(result_input_text(r, m, &r->inputs.data[0]), "100");
  assert_string_equal(result_input_text(r, m, &r->inputs.data[1]), "-18");
  assert_string_equal(result_input_text(r, m, &r->inputs.data[2]), "0");
  result_free(r);
  ir_module_free(m);
}

static void nothing_to_minimise(void **state) {
  (void)state;
  ir_module *m = load(lost);
  result *r = found((const uint32_t[]){0, 3, 1}, 3, IR_CHECK_ASSERT, 9);
  explain_minimise(m, &options, r, 100);
  assert_int_equal(r->schedule.len, 3);
  explain_minimise(m, &options, r, 0);
  result_free(r);
  r = found(NULL, 0, IR_CHECK_ASSERT, 9);
  explain_minimise(m, &options, r, 100);
  result_free(r);
  ir_module_free(m);
}

// --- files

static void temp_path(char *path, size_t size) { snprintf(path, size, "test-explain-%ld.trace", (long)getpid()); }

static void save_and_load(void **state) {
  (void)state;
  char path[64];
  temp_path(path, sizeof path);
  ir_module *m = load(lost);
  result *r = found((const uint32_t[]){0, 3, 1, 2, 0, 0}, 6, IR_CHECK_ASSERT, 9);
  add_input(r, type_named(m, "uint"), 4294967295);
  const char *why = NULL;
  assert_true(explain_confirm(m, &options, r, &why));
  assert_true(trace_save(path, "dir/\xc3\xa9 \"test\".ivl", m, r, &why));
  result *again = result_new();
  char *program = NULL;
  if (!trace_load(path, &program, again, &why)) fail_msg("%s", why);
  assert_string_equal(program, "dir/\xc3\xa9 \"test\".ivl");
  assert_int_equal(again->replay_checks, CHECKS);
  assert_false(again->replay_pending_multi);
  if (!trace_bind(m, again, &why)) fail_msg("%s", why);
  assert_int_equal(again->schedule.len, 6);
  if (!explain_confirm(m, &options, again, &why)) fail_msg("%s", why);
  assert_int_equal(again->inputs.data[0].bits, 4294967295);
  mem_free(program);
  result_free(again);
  result_free(r);
  ir_module_free(m);
  remove(path);
}

// Both orders of a phase are saved; a file in which the inputs of one process differ proves nothing.
static void two_orders(void **state) {
  (void)state;
  char path[64];
  temp_path(path, sizeof path);
  ir_module *m = load("uint a = 0; uint b = 0;\n"
                      "thread A { a = ?(uint); }\n"
                      "thread B { b = a; }\n"
                      "main { start; }\n");
  result *r = found((const uint32_t[]){0, 1, 2}, 3, IR_CHECK_DETERMINISM, 2);
  add_input(r, type_named(m, "uint"), 7);
  const uint32_t other[] = {0, 2, 1};
  for (size_t i = 0; i < 3; i++) vec_push(&r->second_schedule, other[i]);
  result_input in = {.name = "x", .type = type_named(m, "uint"), .bits = 8};
  vec_push(&r->second_inputs, in);
  const char *why = NULL;
  assert_false(explain_confirm(m, &options, r, &why));
  assert_string_equal(why, "the two orders have different inputs");
  r->second_inputs.data[0].bits = 7;
  if (!explain_confirm(m, &options, r, &why)) fail_msg("%s", why);
  assert_string_equal(r->violation.message, "b is 7 or 0, by whether A or B runs first");
  assert_true(trace_save(path, "p.ivl", m, r, &why));
  result *again = result_new();
  char *program = NULL;
  if (!trace_load(path, &program, again, &why) || !trace_bind(m, again, &why)) fail_msg("%s", why);
  if (!explain_confirm(m, &options, again, &why)) fail_msg("%s", why);
  assert_string_equal(again->violation.message, r->violation.message);
  assert_int_equal(again->second_trace.len, 3);
  again->second_schedule.len = 2;
  assert_false(explain_confirm(m, &options, again, &why));
  vec_push(&again->allowed, "b");
  again->second_schedule.len = 3;
  assert_false(explain_confirm(m, &options, again, &why));
  mem_free(program);
  result_free(again);
  result_free(r);
  ir_module_free(m);
  remove(path);
}

static bool load_text(const char *text, size_t len, const ir_module *m, char *reason, size_t size) {
  char path[64];
  temp_path(path, sizeof path);
  FILE *f = fopen(path, "wb");
  assert_non_null(f);
  fwrite(text, 1, len, f);
  fclose(f);
  result *r = result_new();
  char *program = NULL;
  const char *why = NULL;
  bool good = trace_load(path, &program, r, &why) && trace_bind(m, r, &why);
  if (!good) {
    assert_non_null(why);
    snprintf(reason, size, "%s", why);
  } else {
    explain_confirm(m, &options, r, &why);
  }
  mem_free(program);
  result_free(r);
  remove(path);
  return good;
}

static const char good_trace[] =
    "{\"format\":\"allways-trace\",\"version\":1,\"program\":\"p.ivl\",\"language\":\"ivl\",\"checks\":[\"assert\"],"
    "\"pending\":\"ieee\","
    "\"violation\":{\"kind\":\"assert\",\"message\":\"m\",\"place\":{\"file\":\"q/test.ivl\",\"line\":9,\"column\":1}},"
    "\"inputs\":[{\"name\":\"x\",\"type\":\"uint\",\"value\":\"7\"}],"
    "\"schedule\":[{\"process\":0,\"name\":\"kernel\"},{\"process\":2,\"name\":\"C\"}]}";

// Replaces the first `from` by `to` in the good trace and expects a refusal that mentions `part`.
static void expect_bad(const ir_module *m, const char *from, const char *to, const char *part) {
  strbuf b = {0};
  const char *at = strstr(good_trace, from);
  assert_non_null(at);
  sb_putn(&b, good_trace, (size_t)(at - good_trace));
  sb_puts(&b, to);
  sb_puts(&b, at + strlen(from));
  char why[300] = "";
  assert_false(load_text(sb_text(&b), b.len, m, why, sizeof why));
  if (!strstr(why, part)) fail_msg("`%s` lacks `%s`", why, part);
  sb_fini(&b);
}

static void bad_traces(void **state) {
  (void)state;
  ir_module *m = load(lost);
  char why[300];
  assert_true(load_text(good_trace, sizeof good_trace - 1, m, why, sizeof why));
  expect_bad(m, "allways-trace", "other", "not a trace");
  expect_bad(m, "\"version\":1", "\"version\":2", "version");
  expect_bad(m, "\"version\":1", "\"version\":\"1\"", "version");
  expect_bad(m, "\"program\":\"p.ivl\"", "\"program\":3", "program");
  expect_bad(m, "[\"assert\"]", "[\"nonsense\"]", "checks");
  expect_bad(m, "[\"assert\"]", "{}", "checks");
  expect_bad(m, "ieee", "other", "pending");
  expect_bad(m, "\"kind\":\"assert\"", "\"kind\":\"no\"", "kind");
  expect_bad(m, "\"line\":9", "\"line\":-9", "place");
  expect_bad(m, "\"line\":9", "\"line\":9.5", "place");
  expect_bad(m, "\"value\":\"7\"", "\"value\":7", "value");
  expect_bad(m, "\"value\":\"7\"", "\"value\":\"4294967296\"", "not a value");
  expect_bad(m, "\"value\":\"7\"", "\"value\":\"\"", "not a value");
  expect_bad(m, "\"type\":\"uint\"", "\"type\":\"float\"", "type");
  expect_bad(m, "{\"process\":0,\"name\":\"kernel\"}", "null", "schedule");
  expect_bad(m, "\"name\":\"C\"", "\"name\":\"Z\"", "no process");
  expect_bad(m, "\"process\":2", "\"process\":4294967296", "schedule");
  expect_bad(m, "\"schedule\"", "\"plan\"", "schedule");
  expect_bad(m, "\"inputs\":[", "\"inputs\":3,\"x\":[", "inputs");
  expect_bad(m, "}]}", "}]", "line 1");
  // Any prefix and any damaged byte is refused or usable, never fatal.
  rng random = rng_new(5);
  for (size_t n = 0; n < sizeof good_trace - 1; n += 7) assert_false(load_text(good_trace, n, m, why, sizeof why));
  for (int k = 0; k < 300; k++) {
    char copy[sizeof good_trace];
    memcpy(copy, good_trace, sizeof copy);
    copy[rng_below(&random, sizeof copy - 1)] = (char)rng_next(&random);
    load_text(copy, sizeof copy - 1, m, why, sizeof why);
  }
  char deep[5000];
  memset(deep, '[', sizeof deep);
  assert_false(load_text(deep, sizeof deep, m, why, sizeof why));
  result *r = result_new();
  char *program;
  const char *reason = NULL;
  assert_false(trace_load(".", &program, r, &reason));
  assert_false(trace_load("does-not-exist.trace", &program, r, &reason));
  assert_non_null(reason);
  assert_null(program);
  result_free(r);
  ir_module_free(m);
}

static void texts_without_duplicates(void **state) {
  (void)state;
  result *r = result_new();
  result_add_note(r, "a %d", 1);
  result_add_note(r, "a %d", 1);
  result_add_note(r, "a %d", 2);
  assert_int_equal(r->notes.len, 2);
  result_add_limit(r, "time");
  result_add_limit(r, "time");
  assert_int_equal(r->limits.len, 1);
  result_add_assumption(r, "sc");
  assert_int_equal(r->assumptions.len, 1);
  result_unknown(r, (place){"f", 3, 1}, "limit %s", "x");
  assert_string_equal(r->reason, "limit x");
  assert_int_equal(r->reason_at.line, 3);
  assert_string_equal(verdict_text(r->verdict), "unknown");
  assert_null(grade_text(r->grade));
  result_free(r);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(confirmed_trace),
      cmocka_unit_test(what_does_not_replay),
      cmocka_unit_test(steps_that_do_not_matter),
      cmocka_unit_test(switches_are_joined),
      cmocka_unit_test(inputs_follow_their_process),
      cmocka_unit_test(inputs_become_small),
      cmocka_unit_test(nothing_to_minimise),
      cmocka_unit_test(save_and_load),
      cmocka_unit_test(two_orders),
      cmocka_unit_test(bad_traces),
      cmocka_unit_test(texts_without_duplicates),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// links: report front replay
// Reports of hand-made results: the layout of the text, the fields of the JSON, the waveform.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <jansson.h>
#include <string.h>

#include "front/front.h"
#include "replay/simulate.h"
#include "report/columns.h"
#include "report/report.h"

static const char PROGRAM[] = "event e;\n"
                              "int x = ?(int);\n"
                              "bool done = false;\n"
                              "u8 a[2];\n"
                              "thread A { wait e; a[1] = 7; wait_time 3; assert !done; }\n"
                              "thread B { notify e, 0; wait_time 1; done = true; }\n"
                              "main { start; }\n";

static options defaults(void) {
  options o;
  memset(&o, 0, sizeof o);
  o.property = o.smt_log = "";
  return o;
}

static ir_module *load(const char *text) {
  diags *d = diags_new();
  ir_module *m = front_ivl.parse("p.ivl", text, strlen(text), d);
  if (!m) diags_print(d, stderr);
  diags_free(d);
  assert_non_null(m);
  return m;
}

// --- columns ---------------------------------------------------------------------------------------------------------

static void check_put(const char *text, size_t width, const char *expected) {
  strbuf out = {0};
  columns_put(&out, text, width);
  assert_string_equal(sb_text(&out), expected);
  sb_fini(&out);
}

static void test_columns_clip(void **unused) {
  (void)unused;
  check_put("short", 10, "short");
  check_put("exactly ten", 11, "exactly ten");
  check_put("one too many", 11, "one too m..");
  check_put("  tabs\tand\n\nlines  ", 40, "tabs and lines");
  check_put("\xc3\xa4\xc3\xb6\xc3\xbc", 3, "\xc3\xa4\xc3\xb6\xc3\xbc");  // three columns, six bytes
  check_put("\xc3\xa4\xc3\xb6\xc3\xbc!!", 4, "\xc3\xa4\xc3\xb6..");
  check_put("bad \xff\x1b[31m", 40, "bad ??[31m");  // nothing may move the cursor
  check_put("abc", 1, "");
  check_put("", 5, "");
}

static void test_columns_pad(void **unused) {
  (void)unused;
  strbuf out = {0};
  sb_puts(&out, "head\n");
  size_t from = out.len;
  sb_puts(&out, "\xc3\xa4");
  columns_pad(&out, from, 4);
  columns_pad(&out, from, 2);
  assert_string_equal(sb_text(&out), "head\n\xc3\xa4   ");
  sb_fini(&out);
}

static void test_columns_break_at_words(void **unused) {
  (void)unused;
  const char *text = "  waits for a, waits averyverylongword\tend";
  static const char *const lines[] = {"waits for a,", "waits", "averyverylongword", "end"};
  strbuf line = {0};
  for (size_t i = 0; i < 4; i++) {
    assert_true(columns_take_line(&text, 12, &line));
    assert_string_equal(sb_text(&line), lines[i]);
  }
  assert_false(columns_take_line(&text, 12, &line));
  sb_fini(&line);
}

// --- text ------------------------------------------------------------------------------------------------------------

static void add_step(result *r, uint32_t proc, const char *name, uint64_t time, uint32_t line, const char *source) {
  trace_step s = {
      .proc = proc, .proc_name = name, .time = time, .at = {"p.ivl", line, 1}, .source = source, .action = "ends"};
  vec_push(&r->trace, s);
  vec_push(&r->schedule, proc);
}

static size_t longest_line(const char *text) {
  size_t longest = 0;
  while (*text) {
    size_t len = strcspn(text, "\n");
    if (len > longest) longest = len;
    text += len + (text[len] != '\0');
  }
  return longest;
}

static void make_unsafe(result *r) {
  r->verdict = VERDICT_UNSAFE;
  r->engine = "naive";
  r->violation = (violation){.check = IR_CHECK_ASSERT,
                             .message = "assertion fails: !done",
                             .at = {"p.ivl", 5, 40},
                             .source = "assert !done;",
                             .proc_name = "A"};
}

static char *render(const ir_module *m, const result *r, const options *o) {
  report rep = {.version = "1", .file = "p.ivl", .command = "verify", .ir = m, .result = r, .options = o};
  strbuf out = {0};
  report_text(&rep, &out);
  return sb_take(&out);
}

static void test_text_has_a_column_per_process(void **unused) {
  (void)unused;
  ir_module *m = load(PROGRAM);
  result *r = result_new();
  options o = defaults();
  make_unsafe(r);
  add_step(r, 2, "B", 0, 6, "notify e, 0;");
  add_step(r, 1, "A", 0, 5, "a line that is far too long to fit into a column of any reasonable width, so it is cut");
  char *text = render(m, r, &o);
  assert_true(str_starts(text, "UNSAFE: assertion fails: !done\n  at p.ivl:5:40 in A: assert !done;\n"));
  const char *heading = strstr(text, "  step  A"), *first = strstr(text, "6: notify e, 0;"),
             *second = strstr(text, "5: a line");
  assert_non_null(heading);
  assert_non_null(first);
  assert_non_null(second);
  // A is declared first: its column is the first although B runs first.
  assert_true(strstr(heading, "B") < first);
  const char *row = strstr(text, "     1  "), *other = strstr(text, "     2  ");
  assert_true(first - row > second - other);
  assert_true(longest_line(text) <= 100);
  mem_free(text);
  result_free(r);
  ir_module_free(m);
}

static void test_text_with_many_processes_is_linear(void **unused) {
  (void)unused;
  static const char *const names[] = {"p1", "p2", "p3", "p4", "p5", "p6", "p7", "p8"};
  ir_module *m = load(PROGRAM);
  result *r = result_new();
  options o = defaults();
  make_unsafe(r);
  for (uint32_t i = 0; i < 8; i++) add_step(r, i + 1, names[i], i, 6, "x = x + 1;");
  char *text = render(m, r, &o);
  assert_non_null(strstr(text, "     8  p8  6: x = x + 1;"));
  assert_null(strstr(text, "  step  "));
  assert_non_null(strstr(text, "-- time 7, delta 0 ---"));
  assert_true(longest_line(text) <= 100);
  mem_free(text);
  result_free(r);
  ir_module_free(m);
}

// What is known of each property, whatever the verdict about all of them is.
static void test_properties_have_outcomes(void **unused) {
  (void)unused;
  result *r = result_new();
  options o = defaults();
  o.given[OPTION_property] = true;
  const uint32_t own = 1u << IR_CHECK_ASSERT | 1u << IR_CHECK_UNREACH;
  const uint32_t deref = 1u << IR_CHECK_NULL, leak = 1u << IR_CHECK_LEAK;
  vec_push(&r->properties, ((result_property){"assert", own}));
  vec_push(&r->properties, ((result_property){"memory", deref | leak}));
  result_unknown(r, PLACE_NONE, "time");
  result_prove(r, own, "cegar", GRADE_PROVED);
  result_prove(r, deref, "cegar", GRADE_PROVED);
  char *text = render(NULL, r, &o);
  assert_string_equal(text, "UNKNOWN: time\n  property assert: SAFE (proved) by cegar\n  property memory: UNKNOWN\n");
  mem_free(text);
  assert_false(result_all_proved(r, own | deref | leak));
  result_prove(r, leak, "stateful", GRADE_BOUNDED);
  assert_true(result_all_proved(r, own | deref | leak));
  result_conclude_proved(r, own | deref | leak);
  assert_int_equal(r->grade, GRADE_BOUNDED);  // the weakest
  text = render(NULL, r, &o);
  assert_string_equal(text, "SAFE (bounded)\n  property assert: SAFE (proved) by cegar\n"
                            "  property memory: SAFE (bounded) by cegar, stateful\n");
  mem_free(text);
  result_free(r);
}

// A violation ends the run: what had a proof before keeps it, the rest is open.
static void test_outcomes_beside_a_violation(void **unused) {
  (void)unused;
  result *r = result_new();
  make_unsafe(r);
  result_prove(r, 1u << IR_CHECK_RACE, "modular", GRADE_PROVED);
  result_outcome violated = result_outcome_of(r, &(result_property){"assert", 1u << IR_CHECK_ASSERT});
  result_outcome proved = result_outcome_of(r, &(result_property){"no-data-race", 1u << IR_CHECK_RACE});
  result_outcome open = result_outcome_of(r, &(result_property){"both", 1u << IR_CHECK_RACE | 1u << IR_CHECK_LEAK});
  assert_int_equal(violated.verdict, VERDICT_UNSAFE);
  assert_int_equal(proved.verdict, VERDICT_SAFE);
  assert_string_equal(proved.engine, "modular");
  assert_int_equal(open.verdict, VERDICT_UNKNOWN);
  assert_non_null(open.reason);
  result_free(r);
}

static void test_text_without_counterexample(void **unused) {
  (void)unused;
  result *r = result_new();
  options o = defaults();
  r->verdict = VERDICT_SAFE;
  r->grade = GRADE_BOUNDED;
  result_add_limit(r, "inputs from 0 to 3");
  char *text = render(NULL, r, &o);
  assert_string_equal(text, "SAFE (bounded)\n  limit: inputs from 0 to 3\n");
  mem_free(text);
  r->verdict = VERDICT_UNKNOWN;
  result_unknown(r, PLACE_NONE, "time limit");
  o.quiet = true;
  text = render(NULL, r, &o);
  assert_string_equal(text, "UNKNOWN: time limit\n");
  mem_free(text);
  result_free(r);
}

// --- JSON ------------------------------------------------------------------------------------------------------------

static json_t *render_json(const ir_module *m, const result *r, const options *o) {
  report rep = {.version = "1", .file = "p.ivl", .command = "verify", .ir = m, .result = r, .options = o};
  strbuf out = {0};
  report_json(&rep, &out);
  json_t *value = json_loads(sb_text(&out), 0, NULL);
  assert_non_null(value);
  sb_fini(&out);
  return value;
}

static void test_json_has_every_field(void **unused) {
  (void)unused;
  static const char *const fields[] = {"allways",  "file",        "language",      "verdict",        "grade",  "reason",
                                       "engine",   "assumptions", "limits",        "violation",      "inputs", "trace",
                                       "counters", "time_s",      "solver_time_s", "peak_rss_bytes", "options"};
  static const char *const counts[] = {"transitions",    "executions", "states",      "matches",
                                       "hash_matches",   "forks",      "refinements", "solver_calls",
                                       "solver_unknown", "blocked",    "truncated",   "pruned"};
  result *r = result_new();
  options o = defaults();
  json_t *v = render_json(NULL, r, &o);
  for (size_t i = 0; i < sizeof fields / sizeof fields[0]; i++) assert_non_null(json_object_get(v, fields[i]));
  json_t *c = json_object_get(v, "counters");
  for (size_t i = 0; i < sizeof counts / sizeof counts[0]; i++) assert_non_null(json_object_get(c, counts[i]));
  assert_string_equal(json_string_value(json_object_get(v, "verdict")), "unknown");
  assert_true(json_is_null(json_object_get(v, "grade")));
  assert_true(json_is_null(json_object_get(v, "violation")));
  assert_string_equal(json_string_value(json_object_get(json_object_get(v, "options"), "engine")), "auto");
  json_decref(v);
  result_free(r);
}

static ir_type find_type(const ir_module *m, const char *name) {
  for (uint32_t i = 1; i <= m->n_types; i++)
    if (strcmp(ir_type_text(m, (ir_type){i}), name) == 0) return (ir_type){i};
  fail_msg("no type %s", name);
  return (ir_type){0};
}

static json_t *json_of_input(const ir_module *m, const char *type, uint64_t bits) {
  result *r = result_new();
  options o = defaults();
  make_unsafe(r);
  vec_push(&r->inputs, ((result_input){.name = "x", .type = find_type(m, type), .bits = bits, .at = {"p.ivl", 2, 9}}));
  json_t *v = render_json(m, r, &o);
  json_t *value = json_incref(json_object_get(json_array_get(json_object_get(v, "inputs"), 0), "value"));
  json_decref(v);
  result_free(r);
  return value;
}

static void test_json_values_of_inputs(void **unused) {
  (void)unused;
  ir_module *m = load("u64 u; int i; bool b; char c; i8 s; main { start; }\n");
  json_t *v = json_of_input(m, "int", 0xfffffffb);
  assert_int_equal(json_integer_value(v), -5);
  json_decref(v);
  v = json_of_input(m, "bool", 1);
  assert_true(json_is_true(v));
  json_decref(v);
  v = json_of_input(m, "u64", UINT64_MAX);  // no JSON integer of ours holds it
  assert_string_equal(json_string_value(v), "18446744073709551615");
  json_decref(v);
  v = json_of_input(m, "u64", INT64_MAX);
  assert_true(json_integer_value(v) == INT64_MAX);
  json_decref(v);
  v = json_of_input(m, "i8", 0x80);
  assert_int_equal(json_integer_value(v), -128);
  json_decref(v);
  ir_module_free(m);
}

static void test_json_survives_any_bytes(void **unused) {
  (void)unused;
  ir_module *m = load(PROGRAM);
  result *r = result_new();
  options o = defaults();
  make_unsafe(r);
  add_step(r, 1, "A", 0, 5, "bad \xff bytes \" and \\ and \x01");
  json_t *v = render_json(m, r, &o);
  const char *source = json_string_value(json_object_get(json_array_get(json_object_get(v, "trace"), 0), "source"));
  assert_string_equal(source, "bad \xef\xbf\xbd bytes \" and \\ and \x01");
  json_decref(v);
  result_free(r);
  ir_module_free(m);
}

// --- waveform --------------------------------------------------------------------------------------------------------

static void keep_step(void *arg, const machine *m, uint32_t proc) {
  result *r = arg;
  (void)m;
  vec_push(&r->schedule, proc);
}

static void test_waveform(void **unused) {
  (void)unused;
  ir_module *m = load(PROGRAM);
  result *r = result_new();
  options o = defaults();
  machine_options mo = {.checks = 1u << IR_CHECK_ASSERT, .step_limit = 1000000, .depth_limit = 1000};
  machine *run = machine_new(m, &mo);
  simulate_options so = {.max_steps = 1000};
  assert_int_equal(simulate_run(run, &so, keep_step, r), MACHINE_VIOLATION);
  machine_free(run);
  report rep = {
      .version = "1", .file = "p.ivl", .command = "verify", .ir = m, .result = r, .options = &o, .machine = &mo};
  strbuf out = {0};
  const char *why = "";
  assert_true(report_vcd(&rep, &out, &why));
  const char *text = sb_text(&out);
  assert_non_null(strstr(text, "$timescale 1 ps $end"));
  assert_non_null(strstr(text, "$var wire 64 ! time $end"));
  assert_non_null(strstr(text, " x $end"));
  assert_non_null(strstr(text, "$var wire 1 "));  // done
  assert_non_null(strstr(text, " a(1) $end"));    // brackets would choose bits
  assert_non_null(strstr(text, "b00000111 "));    // a[1] = 7
  // Timestamps grow, and time 1 and 3 are nanoseconds.
  unsigned long long last = 0, stamp;
  bool first = true, one = false, three = false;
  for (const char *at = text; (at = strstr(at, "\n#")); at += 2) {
    assert_int_equal(sscanf(at + 2, "%llu", &stamp), 1);
    assert_true(first || stamp > last);
    one |= stamp == 1000;
    three |= stamp == 3000;
    last = stamp;
    first = false;
  }
  assert_true(one && three);
  sb_fini(&out);
  result_free(r);
  ir_module_free(m);
}

static void test_no_waveform_without_a_run(void **unused) {
  (void)unused;
  ir_module *m = load(PROGRAM);
  result *r = result_new();
  options o = defaults();
  machine_options mo = {0};
  report rep = {
      .version = "1", .file = "p.ivl", .command = "verify", .ir = m, .result = r, .options = &o, .machine = &mo};
  strbuf out = {0};
  const char *why = "";
  assert_false(report_vcd(&rep, &out, &why));
  assert_string_equal(why, "there is no counterexample");
  assert_null(report_find("x.pdf"));
  assert_null(report_find(".json"));
  assert_non_null(report_find("a/b.json"));
  result_free(r);
  ir_module_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_columns_clip),
      cmocka_unit_test(test_columns_pad),
      cmocka_unit_test(test_columns_break_at_words),
      cmocka_unit_test(test_text_has_a_column_per_process),
      cmocka_unit_test(test_text_with_many_processes_is_linear),
      cmocka_unit_test(test_properties_have_outcomes),
      cmocka_unit_test(test_outcomes_beside_a_violation),
      cmocka_unit_test(test_text_without_counterexample),
      cmocka_unit_test(test_json_has_every_field),
      cmocka_unit_test(test_json_values_of_inputs),
      cmocka_unit_test(test_json_survives_any_bytes),
      cmocka_unit_test(test_waveform),
      cmocka_unit_test(test_no_waveform_without_a_run),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// links: app
// A disagreement between the engines and the concrete interpreter must leave everything needed to repeat it.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "app/bug.h"
#include "app/driver.h"
#include "front/front.h"
#include "result/explain.h"

static const char PROGRAM[] = "int x = ?(int);\nthread A { assert x == 1; }\nmain { start; }\n";

static ir_module *load(void) {
  diags *d = diags_new();
  ir_module *m = front_ivl.parse("p.ivl", PROGRAM, strlen(PROGRAM), d);
  diags_free(d);
  assert_non_null(m);
  return m;
}

static ir_type find_int(const ir_module *m) {
  for (uint32_t i = 1; i <= m->n_types; i++)
    if (strcmp(ir_type_text(m, (ir_type){i}), "int") == 0) return (ir_type){i};
  fail();
  return (ir_type){0};
}

static void test_saved_run_can_be_loaded(void **unused) {
  (void)unused;
  char folder[] = "/tmp/allways-test-XXXXXX";
  assert_non_null(mkdtemp(folder));
  assert_int_equal(chdir(folder), 0);
  const char *const words[] = {"p.ivl", "--engine=naive"};
  command_line line;
  strbuf error = {0};
  assert_true(options_parse(2, words, &line, &error));
  session s = {.line = &line, .file = "p.ivl", .phase = "test", .ir = load(), .result = result_new()};
  result *r = s.result;
  r->engine = "naive";
  r->verdict = VERDICT_UNSAFE;
  r->violation = (violation){.check = IR_CHECK_ASSERT, .message = "x == 1", .at = {"p.ivl", 2, 12}};
  vec_push(&r->schedule, 0);
  vec_push(&r->schedule, 1);
  vec_push(&r->inputs, ((result_input){.name = "x", .type = find_int(s.ir), .bits = 7, .at = {"p.ivl", 1, 9}}));
  assert_int_equal(bug_report(&s, "a test"), STATUS_BUG);
  assert_int_equal(bug_report(&s, "a test"), STATUS_BUG);  // does not overwrite the first
  assert_int_equal(access("allways-bug-1.trace", R_OK), 0);
  assert_int_equal(access("allways-bug-2.trace", R_OK), 0);

  char *program = NULL;
  const char *why = "";
  result *loaded = result_new();
  assert_true(trace_load("allways-bug-1.trace", &program, loaded, &why));
  assert_true(trace_bind(s.ir, loaded, &why));
  assert_string_equal(program, "p.ivl");
  assert_int_equal(loaded->schedule.len, 2);
  assert_int_equal(loaded->schedule.data[1], 1);
  assert_int_equal(loaded->inputs.data[0].bits, 7);
  mem_free(program);
  command_line_fini(&line);
  result_free(loaded);
  result_free(r);
  ir_module_free(s.ir);
  unlink("allways-bug-1.trace");
  unlink("allways-bug-2.trace");
  rmdir(folder);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(test_saved_run_can_be_loaded)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// links: front_ivl front ir base
// The IVL front end: every program of the test-suite becomes well-formed IR, and the shapes of IR that later rooms
// rely on (commutative updates, terms without branches, places, names of inputs) are what is promised.
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "base/vec.h"
#include "front/front.h"
#include "ir/ir_build.h"
#include "ir/ir_print.h"

static ir_module *parse(const char *text) {
  diags *d = diags_new();
  diags_add_source(d, "t.ivl", text, strlen(text));
  ir_module *m = front_ivl.parse("t.ivl", text, strlen(text), d);
  if (!m) diags_print(d, stderr);
  diags_free(d);
  assert_non_null(m);
  return m;
}

static size_t errors(const char *text) {
  diags *d = diags_new();
  diags_add_source(d, "t.ivl", text, strlen(text));
  ir_module *m = front_ivl.parse("t.ivl", text, strlen(text), d);
  size_t n = diags_errors(d);
  assert_true((m == NULL) == (n > 0));
  ir_module_free(m);
  diags_free(d);
  return n;
}

static const ir_func_info *function(const ir_module *m, const char *name) {
  for (uint32_t i = 1; i <= m->n_funcs; i++)
    if (strcmp(m->funcs[i].name, name) == 0) return &m->funcs[i];
  fail_msg("no function %s", name);
  return NULL;
}

static uint32_t count(const ir_module *m, const char *name, ir_op op) {
  const ir_func_info *f = function(m, name);
  uint32_t n = 0;
  for (uint32_t i = 0; i < f->n_code; i++) n += f->code[i].op == op;
  return n;
}

static const ir_instr *first(const ir_module *m, const char *name, ir_op op) {
  const ir_func_info *f = function(m, name);
  for (uint32_t i = 0; i < f->n_code; i++)
    if (f->code[i].op == op) return &f->code[i];
  fail_msg("no %s in %s", ir_op_text(op), name);
  return NULL;
}

// Operations of thread T whose body is given.
static void expect(const char *globals, const char *body, ir_op op, uint32_t n) {
  strbuf b = {0};
  sb_printf(&b, "%s\nbool f() { return true; }\nthread T { %s }\nmain { start; }\n", globals, body);
  ir_module *m = parse(sb_text(&b));
  if (count(m, "T", op) != n) {
    strbuf text = {0};
    ir_print(m, &text);
    fail_msg("%u %s expected in `%s`:\n%s", n, ir_op_text(op), body, sb_text(&text));
  }
  ir_module_free(m);
  sb_fini(&b);
}

// --- whole programs --------------------------------------------------------------------------------------------------

static int by_name(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }

static size_t parse_folder(const char *folder) {
  strbuf path = {0};
  sb_printf(&path, "%s/%s", ALLWAYS_SOURCE_DIR, folder);
  DIR *dir = opendir(sb_text(&path));
  assert_non_null(dir);
  VEC(char *) files = {0};
  for (struct dirent *e = readdir(dir); e; e = readdir(dir))
    if (str_ends(e->d_name, ".ivl")) {
      strbuf file = {0};
      sb_printf(&file, "%s/%s", sb_text(&path), e->d_name);
      vec_push(&files, sb_take(&file));
    }
  closedir(dir);
  qsort(files.data, files.len, sizeof *files.data, by_name);
  for (size_t i = 0; i < files.len; i++) {
    diags *d = diags_new();
    ir_module *m = front_load(files.data[i], d);
    if (!m) diags_print(d, stderr);
    assert_non_null(m);
    assert_null(ir_check_module(m));
    ir_module_free(m);
    diags_free(d);
    mem_free(files.data[i]);
  }
  size_t n = files.len;
  vec_free(&files);
  sb_fini(&path);
  return n;
}

static void programs_become_ir(void **state) {
  (void)state;
  assert_true(parse_folder("tests/ivl") >= 20);
  assert_true(parse_folder("tests/ivl/features") >= 25);
  assert_true(parse_folder("examples") >= 5);
}

// --- shapes of IR ----------------------------------------------------------------------------------------------------

static void updates_are_commutative(void **state) {
  (void)state;
  const char *g = "int x; u8 b; bool t; int* p = &x; class C { int f; } C c; int a[3];";
  static const char *const updates[] = {
      "x += 2;",    "x -= b;",    "x *= 3;",          "x &= b;",    "x |= 1;",        "x ^= x;",
      "x++;",       "--x;",       "x = x + b;",       "x = 3 + x;", "x = x - 1;",     "b = b + 300;",
      "b += x;",    "t |= true;", "t = t & (x > 1);", "*p += 1;",   "c.f = c.f * 2;", "a[1] = a[1] + x;",
      "x = x + *p;"};
  for (size_t i = 0; i < sizeof updates / sizeof *updates; i++) {
    expect(g, updates[i], IR_RMW, 1);
    expect(g, updates[i], IR_STORE, 0);
  }
  static const char *const others[] = {"x = 1 - x;",        "x = x + x;",     "x /= 2;",         "x <<= 1;",
                                       "t += 1;",           "t = t & x;",     "x = b + 1;",      "int y = x++;",
                                       "int y = (x += 1);", "x = x + f();",   "int z; z += 1;",  "p += 1;",
                                       "x = (u8)(x + 1);",  "x = (u8)x + 1;", "x = (i8)(x | b);"};
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) expect(g, others[i], IR_RMW, 0);
  // The value of an update that stands alone is evaluated first.
  expect(g, "x += f();", IR_RMW, 1);
}

static void logic_does_not_branch(void **state) {
  (void)state;
  const char *g = "int x, y; int a[4]; int* p; event e;";
  static const char *const terms[] = {
      "assert x > 0 && y > 0 || !x;", "assert y != 0 && x / y > 1;", "assert 0 <= x && x < 4 && a[x] > 0;",
      "y = x > 0 ? 1 : -1;",          "y = y ? x / y : 0;",          "assert p == null || x == 1;",
      "y = x > 0 && a[1] == 2;"};
  for (size_t i = 0; i < sizeof terms / sizeof *terms; i++) expect(g, terms[i], IR_BRANCH, 0);
  static const char *const branches[] = {"assert x > 0 && f();", "assert x > 0 || ?(bool);", "assert p && *p > 0;",
                                         "y = x > 0 ? x++ : 1;"};
  for (size_t i = 0; i < sizeof branches / sizeof *branches; i++) expect(g, branches[i], IR_BRANCH, 1);
}

static void checks_stand_before_operations(void **state) {
  (void)state;
  const char *g = "int x, y; int a[4]; int m[2][3]; int* p;";
  expect(g, "x = y / x;", IR_CHECK, 1);
  expect(g, "x = y / 2 + y % 3;", IR_CHECK, 0);
  expect(g, "x = y / 0;", IR_CHECK, 1);
  expect(g, "x %= y;", IR_CHECK, 1);
  expect(g, "x = a[y];", IR_CHECK, 1);
  expect(g, "x = a[3];", IR_CHECK, 0);
  expect(g, "x = a[4];", IR_CHECK, 1);
  expect(g, "a[-1] = 1;", IR_CHECK, 1);
  expect(g, "m[x][y] = m[1][y];", IR_CHECK, 3);
  expect(g, "x = p[y];", IR_CHECK, 0);
  expect(g, "x = *p;", IR_LOAD, 2);
}

static void locals_live_in_registers(void **state) {
  (void)state;
  const char *g = "class C { int f; }";
  expect(g, "int x = 1; bool b; x = x + 2;", IR_LOCAL, 0);
  expect(g, "int x; int* p = &x; *p = 3;", IR_LOCAL, 1);
  expect(g, "int a[3]; C c; event e;", IR_LOCAL, 3);
  // One object, zeroed each time round.
  expect(g, "while (true) { int a[3]; a[0] = 1; wait_time 1; }", IR_LOCAL, 1);
  expect(g, "while (true) { int a[3]; a[0] = 1; wait_time 1; }", IR_FILL, 1);
}

static void places_and_texts(void **state) {
  (void)state;
  ir_module *m = parse(
      "int x = ?(int);\nint a[2];\nthread T {\n  assert\n    (x  ==\n     3);\n  a[0] = ?(int) +\n    ?(int);\n"
      "  if (x > 1)\n    x = x / a[1];\n}\nmain { start 5; }\n");
  const ir_instr *i = first(m, "T", IR_CHECK);
  assert_int_equal(i->at.line, 4);
  assert_int_equal(i->at.col, 3);
  assert_string_equal(i->text, "x == 3");
  i = first(m, "T", IR_NONDET);
  assert_string_equal(i->text, "a[0]");
  assert_int_equal(i->at.line, 7);
  i = first(m, "main", IR_NONDET);
  assert_string_equal(i->text, "x");
  assert_int_equal(i->at.line, 1);
  i = first(m, "T", IR_SDIV);
  assert_int_equal(i->at.line, 10);
  assert_int_equal(i->at.col, 5);
  i = first(m, "main", IR_START);
  assert_int_equal(i->n_args, 1);
  assert_int_equal(i->args[0].value, 5);
  assert_string_equal(m->properties, "assert,bounds,null,div-by-zero,delay");
  ir_module_free(m);
}

static void kernel_operations(void **state) {
  (void)state;
  ir_module *m = parse(
      "event e; event v[2]; int d;\nupdate U { notify e, 0; }\nthread W dont_initialize { }\n"
      "thread T { wait(e); wait_event v[1]; delay d; wait_time (2) + d; notify (e), 1; notify(e, d);\n"
      "  notify e; suspend W; resume(W); request_update U; if (@time > 3) d = 1; }\nmain { start; }\n");
  assert_int_equal(count(m, "T", IR_WAIT), 4);
  assert_int_equal(count(m, "T", IR_NOTIFY), 1);
  assert_int_equal(count(m, "T", IR_NOTIFY_AFTER), 2);
  assert_int_equal(count(m, "T", IR_SUSPEND), 1);
  assert_int_equal(count(m, "T", IR_RESUME), 1);
  assert_int_equal(count(m, "T", IR_REQUEST_UPDATE), 1);
  assert_true(m->uses_time);
  assert_int_equal(m->n_procs, 2);
  assert_true(m->procs[1].dont_initialize);
  assert_false(m->procs[2].dont_initialize);
  assert_int_equal(m->n_updates, 1);
  ir_module_free(m);
}

static void dead_code_and_unused_functions_vanish(void **state) {
  (void)state;
  ir_module *m = parse(
      "int x; void unused() { start; }\nthread T { return; x = 1; while (true) { x = 2; } L: x = 3; }\n"
      "main { start; return; unused(); }\n");
  assert_int_equal(m->n_funcs, 2);
  assert_int_equal(count(m, "T", IR_STORE), 1);
  ir_module_free(m);
}

static void globals_are_initialised(void **state) {
  (void)state;
  ir_module *m =
      parse("const int N = 3; int a[N] = {1, 0, 5}; int b = N + 1; int c = b; event e[N]; main { start; }\n");
  assert_int_equal(m->globals[2].n_inits, 2);
  assert_int_equal(m->globals[2].inits[1].offset, 8);
  assert_int_equal(m->globals[3].n_inits, 1);
  assert_int_equal(m->globals[3].inits[0].value.value, 4);
  assert_int_equal(m->globals[4].n_inits, 0);
  assert_int_equal(count(m, "main", IR_STORE), 1);
  assert_true(m->globals[1].is_const);
  ir_module_free(m);
  // Whoever holds a pointer to it may write it.
  m = parse("const int a[2] = {1, 2}; int* p = a; main { start; }\n");
  assert_false(m->globals[1].is_const);
  ir_module_free(m);
}

static void several_errors_are_reported(void **state) {
  (void)state;
  assert_int_equal(errors("int x = ;\nthread A { x = 1 }\nint y = 2 +;\nmain { start; }\n"), 3);
  assert_int_equal(errors("thread A { a = 1; b = 2; a = 3; }\nthread B { c(); d.e = f[1]; }\nmain { start; }\n"), 5);
  assert_int_equal(errors("main { int x; x = ; ; x = 2; }"), 1);
  assert_int_equal(errors(""), 1);
  assert_int_equal(errors("main { ;; if (1) ; else ; for (;;) ; }"), 0);
  assert_int_equal(errors("main { start; } ;"), 0);
  assert_int_equal(errors("int f() { return\n 3; } main { f(); start\n 5; }"), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(programs_become_ir),       cmocka_unit_test(updates_are_commutative),
      cmocka_unit_test(logic_does_not_branch),    cmocka_unit_test(checks_stand_before_operations),
      cmocka_unit_test(locals_live_in_registers), cmocka_unit_test(places_and_texts),
      cmocka_unit_test(kernel_operations),        cmocka_unit_test(dead_code_and_unused_functions_vanish),
      cmocka_unit_test(globals_are_initialised),  cmocka_unit_test(several_errors_are_reported),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

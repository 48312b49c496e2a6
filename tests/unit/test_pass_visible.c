// links: pass front_air
// Which accesses are hidden: a wrong mark loses bugs, so each way in which an address reaches a second process is here.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "front/front.h"
#include "pass/pass.h"

#define HEAD "air 1\nlanguage \"c\"\nscheduler interleave\npointers 64\nentry &elab\n"
#define ELAB "func &elab() void {\nb1:\n  start.ivl\n  return\n}\n"

static ir_module *marked(const char *text) {
  diags *d = diags_new();
  ir_module *m = front_air.parse("t", text, strlen(text), d);
  if (!m) diags_print(d, stderr);
  diags_free(d);
  assert_non_null(m);
  ir_module *made = pass_run(pass_find("visible"), m);
  ir_module_free(m);
  return made;
}

// The n-th access to memory of a function, from 0.
static bool hidden(const ir_module *m, const char *func, unsigned n) {
  for (uint32_t f = 1; f <= m->n_funcs; f++) {
    if (strcmp(m->funcs[f].name, func) != 0) continue;
    for (uint32_t c = 0; c < m->funcs[f].n_code; c++) {
      const ir_instr *i = &m->funcs[f].code[c];
      if (ir_op_may_flags(i->op) & IR_HIDDEN && n-- == 0) return i->flags & IR_HIDDEN;
    }
  }
  fail();
  return false;
}

static void globals(void **unused) {
  (void)unused;
  ir_module *m = marked(
      HEAD "global @both i32\nglobal @own i32\nglobal @read i32\nglobal @t i32 thread_local\nprocess $main &main\n"
           "func &work() void {\ntemp i32 %1\nb1:\n  %1 = load i32 @both\n  %1 = load i32 @read\n  store i32 @t, %1\n  "
           "return\n}\n"
           "func &main() void {\ntemp i32 %1\nb1:\n  spawn &work\n  store i32 @both, 1\n  store i32 @own, 1\n"
           "  %1 = load i32 @read\n  return\n}\n"
           "func &elab() void {\nb1:\n  store i32 @read, 7\n  start.ivl\n  return\n}\n");
  assert_false(hidden(m, "work", 0));
  assert_true(hidden(m, "work", 1));
  assert_true(hidden(m, "work", 2));
  assert_false(hidden(m, "main", 0));
  assert_true(hidden(m, "main", 1));
  assert_true(hidden(m, "main", 2));
  ir_module_free(m);
}

// A global of a function that may be spawned twice, or that two static processes execute.
static void same_code(void **unused) {
  (void)unused;
  ir_module *m = marked(HEAD "global @x i32\nprocess $P &P\nprocess $Q &P\n"
                             "func &P() void {\nb1:\n  store i32 @x, 1\n  return\n}\n" ELAB);
  assert_false(hidden(m, "P", 0));
  ir_module_free(m);
  m = marked(HEAD "global @x i32\nprocess $P &P\nfunc &W() void {\nb1:\n  store i32 @x, 1\n  return\n}\n"
                  "func &P() void {\nb1:\n  spawn &W\n  return\n}\n" ELAB);
  assert_false(hidden(m, "W", 0));
  ir_module_free(m);
}

// `how` makes the address of the local %x of main known to work, which accesses it.
static bool escapes(const char *globals_text, const char *how, const char *spawned, const char *get) {
  char text[2048];
  snprintf(text, sizeof text,
           HEAD "%sprocess $main &main\n"
                "func &work(%%a i64) void {\ntemp i32* %%1\ntemp i32** %%2\ntemp i64 %%3\nb1:\n%s  store i32 %%1, 1\n  "
                "return\n}\n"
                "func &main() void {\nreg %%x i32*\ntemp i64 %%3\ntemp i32** %%4\nb1:\n  %%x = local i32 i64:1\n  "
                "store i32 %%x, 0\n"
                "%s  spawn &work, %s\n  return\n}\n" ELAB,
           globals_text, get, how, spawned);
  ir_module *m = marked(text);
  bool result = !hidden(m, "main", 0);
  ir_module_free(m);
  return result;
}

static void locals(void **unused) {
  (void)unused;
  const char *slot = "global @p i32*\nglobal @n i64\n", *from_arg = "  %1 = inttoptr i32* %a\n";
  const char *from_slot = "  %1 = load i32* @p\n", *from_number = "  %3 = load i64 @n\n  %1 = inttoptr i32* %3\n";
  // Nobody else: work has a local of its own.
  assert_false(escapes("", "", "i64:0", "  %1 = local i32 i64:1\n"));
  assert_true(escapes("", "  %3 = ptrtoint i64 %x\n", "%3", from_arg));
  assert_true(escapes("", "  %3 = ptrtoint i64 %x\n  %3 = add i64 %3, 0\n  %3 = or i64 %3, 0\n", "%3", from_arg));
  assert_true(escapes(slot, "  store i32* @p, %x\n", "i64:0", from_slot));
  assert_true(escapes(slot, "  %3 = ptrtoint i64 %x\n  store i64 @n, %3\n", "i64:0", from_number));
  assert_true(
      escapes(slot, "  %4 = local i32* i64:1\n  store i32* %4, %x\n  copy @p, %4, i64:8\n", "i64:0", from_slot));
  assert_true(escapes(slot, "  %4 = new i32* i64:1\n  store i32* %4, %x\n  %3 = ptrtoint i64 %4\n", "%3",
                      "  %2 = inttoptr i32** %a\n  %1 = load i32* %2\n"));
  // Kept in a global that main alone looks at.
  assert_false(escapes(slot, "  store i32* @p, %x\n", "i64:0", "  %1 = local i32 i64:1\n"));
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(globals),
      cmocka_unit_test(same_code),
      cmocka_unit_test(locals),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

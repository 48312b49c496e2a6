// links: pass replay front_ivl front_air front ir base
// Passes: a copy prints like its original, and the overflow pass agrees with arithmetic in a wider type of the
// compiler, for every pair of 8-bit values.
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "base/vec.h"
#include "front/front.h"
#include "ir/ir_build.h"
#include "ir/ir_print.h"
#include "pass/pass.h"
#include "pass/pass_copy.h"
#include "replay/machine.h"

// --- copies ----------------------------------------------------------------------------------------------------------

static char *printed(const ir_module *m) {
  strbuf text = {0};
  ir_print(m, &text);
  return sb_take(&text);
}

static ir_module *copy_of(const ir_module *m) {
  pass_copy c = {.from = m};
  pass_copy_module(&c);
  const char *why = NULL;
  if (!ir_freeze(c.to, &why)) fail_msg("the copy is malformed: %s", why);
  return c.to;
}

static void same_print(const ir_module *m, const char *file) {
  ir_module *copy = copy_of(m);
  char *a = printed(m), *b = printed(copy);
  if (strcmp(a, b)) fail_msg("%s: the copy prints differently", file);
  assert_int_equal(copy->n_types, m->n_types);
  assert_int_equal(copy->uses_time, m->uses_time);
  for (uint32_t f = 1; f <= m->n_funcs; f++) assert_int_equal(copy->funcs[f].is_update, m->funcs[f].is_update);
  mem_free(a);
  mem_free(b);
  ir_module_free(copy);
}

// Every program is copied, also as it is read for the overflow pass, and then instrumented.
static void try_file(const char *file) {
  for (int exact = 0; exact < 2; exact++) {
    front_options o = {.exact_arithmetic = exact};
    diags *d = diags_new();
    ir_module *m = front_load_with(file, &o, d);
    if (!m) fail_msg("%s cannot be read", file);
    same_print(m, file);
    ir_module *made = pass_run(&(pass){.name = "overflow", .run = pass_find("overflow")->run}, m);
    assert_null(ir_check_module(made));
    same_print(made, file);
    ir_module_free(made);
    ir_module_free(m);
    diags_free(d);
  }
}

static size_t try_folder(const char *folder, const char *ending) {
  strbuf path = {0};
  size_t n = 0;
  sb_printf(&path, "%s/%s", ALLWAYS_SOURCE_DIR, folder);
  DIR *dir = opendir(sb_text(&path));
  assert_non_null(dir);
  for (struct dirent *e = readdir(dir); e; e = readdir(dir)) {
    if (!str_ends(e->d_name, ending)) continue;
    strbuf file = {0};
    sb_printf(&file, "%s/%s", sb_text(&path), e->d_name);
    try_file(sb_text(&file));
    sb_fini(&file);
    n++;
  }
  closedir(dir);
  sb_fini(&path);
  return n;
}

static void copies_print_alike(void **state) {
  (void)state;
  assert_true(try_folder("tests/ivl", ".ivl") >= 20);
  assert_true(try_folder("tests/ivl/features", ".ivl") >= 25);
  assert_true(try_folder("examples", ".ivl") >= 5);
  assert_true(try_folder("tests/fuzz/corpus/air", ".air") >= 2);
}

static ir_module *read_air(const char *text) {
  diags *d = diags_new();
  ir_module *m = front_air.parse("t.air", text, strlen(text), d);
  if (!m) diags_print(d, stderr);
  diags_free(d);
  assert_non_null(m);
  return m;
}

static const char *const HEAD =
    "air 1\nlanguage \"test\"\nscheduler systemc\npointers 64\nproperties \"no-overflow\"\nentry &main\n";

// Records that hold and point to each other, arrays of them, wide constants, all flags.
static void unusual_modules_are_copied(void **state) {
  (void)state;
  strbuf text = {0};
  sb_puts(&text, HEAD);
  sb_puts(&text, "record {outer}\nrecord {inner}\nrecord {never}\n"
                 "record {inner} size 16 align 8 {\n 0 next {outer}*\n 8 n i32'int\n}\n"
                 "record {outer} size 80 align 16 {\n 0 parts {inner}[3]\n 48 wide i128\n 64 far {never}*\n}\n"
                 "global @a {outer}[2] const hidden {\n 48 i128:0x10000000000000002\n}\n"
                 "global @t u8 thread_local\nglobal @t#2 i1\n"
                 "update ~u &up\nprocess $p &main dont_initialize\n"
                 "func &main() void {\n temp i128 %1\nb1:\n"
                 " %1 = add i128 %1, 0x123456789abcdef0123456789abcdef\n request_update ~u\n return\n}\n"
                 "func &up() void {\nb1:\n return\n}\n");
  ir_module *m = read_air(sb_text(&text));
  same_print(m, "t.air");
  ir_module_free(m);
  sb_fini(&text);
}

// --- overflow --------------------------------------------------------------------------------------------------------

enum { CHECKS = 1u << IR_CHECK_OVERFLOW };

// The instrumented program whose main is `registers`, then `code`.
static ir_module *instrumented(const char *globals, const char *registers, const char *code) {
  strbuf text = {0};
  sb_printf(&text, "%s%s\nfunc &main() void {\n%s\nb1:\n%s\n return\n}\n", HEAD, globals, registers, code);
  ir_module *m = read_air(sb_text(&text)),
            *made = pass_apply(m, CHECKS, (const char *[PASS_MOST_LEFT_OUT]){"reuse_bytes"});
  assert_non_null(made);
  ir_module_free(m);
  sb_fini(&text);
  return made;
}

static uint32_t count_checks(const ir_module *m) {
  uint32_t n = 0;
  for (uint32_t c = 0; c < m->funcs[1].n_code; c++) n += m->funcs[1].code[c].op == IR_CHECK;
  return n;
}

static bool draw(void *arg, size_t n, machine_input *in) {
  const int *values = arg;
  in->bits = (uint8_t)values[n];
  return true;
}

typedef bool (*judgement)(int a, int b);

static bool fits(int v) { return v >= -128 && v <= 127; }
static bool good_add(int a, int b) { return fits(a + b); }
static bool good_sub(int a, int b) { return fits(a - b); }
static bool good_mul(int a, int b) { return fits(a * b); }
static bool good_neg(int a, int b) { return (void)b, fits(-a); }
static bool good_div(int a, int b) { return b == 0 || fits(a / b); }
static bool good_shl(int a, int b) { return a >= 0 && b >= 0 && b < 8 && fits(a << b); }

// Each pair with its outcome.
static void compare(const char *what, const char *globals, const char *code, judgement good) {
  ir_module *m = instrumented(globals, " temp i8 %1 %2 %3", code);
  assert_int_equal(count_checks(m), 1);
  int values[2];
  machine_options o = {.checks = CHECKS, .step_limit = 1000, .depth_limit = 10, .input = draw, .input_arg = values};
  machine *run = machine_new(m, &o);
  for (int a = -128; a < 128; a++) {
    for (int b = -128; b < 128; b++) {
      values[0] = a;
      values[1] = b;
      machine_reset(run);
      machine_status status = machine_step(run, 0);
      bool fine = status != MACHINE_VIOLATION;
      if (fine != good(a, b)) fail_msg("%s of %d and %d: %s", what, a, b, fine ? "not reported" : "reported");
      if (!fine) assert_int_equal(machine_check(run), IR_CHECK_OVERFLOW);
    }
  }
  machine_free(run);
  ir_module_free(m);
}

#define INPUTS " %1 = nondet i8 \"a\"\n %2 = nondet i8 \"b\"\n"

static void every_pair_is_judged(void **state) {
  (void)state;
  compare("sum", "", INPUTS " %3 = add i8'tiny %1, %2", good_add);
  compare("difference", "", INPUTS " %3 = sub i8'tiny %1, %2", good_sub);
  compare("product", "", INPUTS " %3 = mul i8'tiny %1, %2", good_mul);
  compare("negation", "", INPUTS " %3 = neg i8'tiny %1", good_neg);
  compare("shift", "", INPUTS " %3 = shl i8'tiny %1, %2", good_shl);
}

// The check of a division stands before it: a zero divisor is not its business, what follows is not looked at.
static void divisions_are_judged(void **state) {
  (void)state;
  const char *ops[] = {"sdiv", "srem"};
  for (int k = 0; k < 2; k++) {
    strbuf code = {0};
    sb_printf(&code, "%s branch %%4 -> b2, b3\nb3:\n return\nb2:\n %%3 = %s i8'tiny %%1, %%2",
              INPUTS " %4 = ne bool %2, i8:0\n", ops[k]);
    ir_module *m = instrumented("", " temp i8 %1 %2 %3\n temp bool %4", sb_text(&code));
    assert_int_equal(count_checks(m), 1);
    int values[2];
    machine_options o = {.checks = CHECKS, .step_limit = 1000, .depth_limit = 10, .input = draw, .input_arg = values};
    machine *run = machine_new(m, &o);
    for (values[0] = -128; values[0] < 128; values[0]++)
      for (values[1] = -128; values[1] < 128; values[1] += values[1] < -4 || values[1] > 4 ? 7 : 1) {
        machine_reset(run);
        bool fine = machine_step(run, 0) != MACHINE_VIOLATION;
        if (fine != good_div(values[0], values[1])) fail_msg("%s of %d and %d", ops[k], values[0], values[1]);
      }
    machine_free(run);
    ir_module_free(m);
    sb_fini(&code);
  }
}

// Atomic updates, also where the result goes to the register of the operand.
static void updates_are_judged(void **state) {
  (void)state;
  const char *g = "global @x i8'tiny";
  compare("added", g, INPUTS " store i8 @x, %1\n rmw.add i8'tiny @x, %2", good_add);
  compare("taken", g, INPUTS " store i8 @x, %1\n %2 = rmw.sub i8'tiny @x, %2", good_sub);
  compare("multiplied", g, INPUTS " store i8 @x, %1\n %1 = rmw.mul i8'tiny @x, %2", good_mul);
}

static void update_yields_the_old_value(void **state) {
  (void)state;
  ir_module *m = instrumented("global @x i8'tiny\nglobal @y i8", " temp i8 %1",
                              " store i8 @x, 5\n %1 = mov i8 3\n %1 = rmw.add i8'tiny @x, %1\n store i8 @y, %1");
  machine_options o = {.checks = CHECKS, .step_limit = 1000, .depth_limit = 10};
  machine *run = machine_new(m, &o);
  assert_int_equal(machine_step(run, 0), MACHINE_FINISHED);
  strbuf text = {0};
  machine_dump(run, &text);
  assert_non_null(strstr(sb_text(&text), "x = 8"));
  assert_non_null(strstr(sb_text(&text), "y = 5"));
  sb_fini(&text);
  machine_free(run);
  ir_module_free(m);
}

// Neither unsigned nor nameless arithmetic counts, nor do operations that cannot overflow.
static void the_rest_is_left_alone(void **state) {
  (void)state;
  ir_module *m = instrumented("global @x i8'tiny", " temp i8 %1\n temp u8'byte %2\n temp i16'short %3",
                              " %1 = add i8 %1, 1\n %2 = add u8'byte %2, 1\n %2 = shl u8'byte %2, 9\n"
                              " %1 = xor i8'tiny %1, 1\n %1 = ashr i8'tiny %1, 9\n rmw.or i8'tiny @x, 1\n"
                              " rmw.add u8 @x, 1\n %3 = sext i16'short %1\n %1 = trunc i8'tiny %3");
  assert_int_equal(count_checks(m), 0);
  ir_module_free(m);
}

// The check has the place of the statement and names the type; judged types of any width.
static void wide_and_named(void **state) {
  (void)state;
  ir_module *m = instrumented("", " temp i64 %1\n temp i128 %2",
                              " %1 = mul i64'i64 9223372036854775807, 2 !\"f.c\":7:3\n"
                              " %2 = mul i128'huge 0x40000000000000000000000000000000, 2");
  machine_options o = {.checks = CHECKS, .step_limit = 1000, .depth_limit = 10};
  machine *run = machine_new(m, &o);
  assert_int_equal(machine_step(run, 0), MACHINE_VIOLATION);
  assert_int_equal(machine_place(run).line, 7);
  assert_string_equal(machine_message(run), "i64 multiplication");
  machine_free(run);
  ir_module_free(m);
  m = instrumented("", " temp i128 %1",
                   " %1 = mul i128'huge 0x40000000000000000000000000000000, 1\n"
                   " %1 = add i128'huge 0x40000000000000000000000000000000, %1");
  run = machine_new(m, &o);
  assert_int_equal(machine_step(run, 0), MACHINE_VIOLATION);
  assert_string_equal(machine_message(run), "huge addition");
  machine_free(run);
  ir_module_free(m);
}

static void only_on_demand(void **state) {
  (void)state;
  ir_module *m = read_air("air 1\nlanguage \"t\"\nentry &main\nfunc &main() void {\nb1:\n return\n}\n");
  uint32_t others = ~(uint32_t)(CHECKS | 1u << IR_CHECK_POINTER);
  assert_null(pass_apply(m, others, (const char *[PASS_MOST_LEFT_OUT]){"reuse_bytes"}));
  assert_null(pass_find("nonsense"));
  for (const pass *const *p = pass_all(); *p; p++) assert_ptr_equal(pass_find((*p)->name), *p);
  ir_module_free(m);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(copies_print_alike),     cmocka_unit_test(unusual_modules_are_copied),
      cmocka_unit_test(every_pair_is_judged),   cmocka_unit_test(divisions_are_judged),
      cmocka_unit_test(updates_are_judged),     cmocka_unit_test(update_yields_the_old_value),
      cmocka_unit_test(the_rest_is_left_alone), cmocka_unit_test(wide_and_named),
      cmocka_unit_test(only_on_demand),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

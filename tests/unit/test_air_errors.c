// links: front_air ir
// Every rule of doc/ir.md has a text that breaks it; each is refused with its reason, at its line.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/str.h"
#include "front/front.h"

// The diagnostics of a text, "" if it is accepted.
static void complaints(const char *text, size_t len, strbuf *out) {
  diags *d = diags_new();
  ir_module *m = front_air.parse("t.air", text, len, d);
  assert_true((m == NULL) == (diags_errors(d) > 0));
  ir_module_free(m);
  char *data = NULL;
  size_t size = 0;
  FILE *f = open_memstream(&data, &size);
  diags_print(d, f);
  fclose(f);
  sb_putn(out, data, size);
  free(data);
  diags_free(d);
}

static void expect(const char *text, size_t len, const char *message) {
  strbuf got = {0};
  complaints(text, len, &got);
  if (!*message ? got.len != 0 : !strstr(sb_text(&got), message))
    fail_msg("expected `%s`, got `%s` for:\n%.300s", message, sb_text(&got), text);
  sb_fini(&got);
}

// clang-format off
// A body (after registers of many types) inside a function of process T; the first instruction is on line 28.
#define HEAD                                                                                     \
  "air 1\nentry &main\nrecord {open}\nglobal @g i32[4]\nglobal @e event\nprocess $T &T\nupdate ~u &u\n" \
  "func &main() void {\nb1:\n  return\n}\n"                                                      \
  "func &u() void {\nb1:\n  return\n}\nfunc &h(%a i32) i32 {\nb1:\n  return %a\n}\n"             \
  "func &T() void {\n  temp i32 %1 %2\n  temp i64 %3\n  temp bool %4\n  temp i32* %5\n  temp f32 %6\n  temp i8 %7\nb1:\n"

static const struct { const char *line, *message; } lines[] = {
    {"%1 = add i32 %1, %2", ""},
    {"%1 = add i32 %1, %3", "t.air:28:3: error: `add`: operand 2 has type i64 where i32 is needed"},
    {"%1 = add i64 %3, %3", "its result has type i64, the register i32"},
    {"%1 = add i32 %1", "1 operand where 2 are needed"},
    {"%1 = add i32 %1, %2, %2", "3 operands where 2 are needed"},
    {"add i32 %1, %2", "it needs a result register"},
    {"%1 = add %1, %2", "its type must be an integer, not void"},
    {"%1 = store i32 %5, 1", "it has no result"},
    {"%5 = add i32* %5, %5", "its type must be an integer, not i32*"},
    {"%6 = add f32 %6, %6", "its type must be an integer, not f32"},
    {"%1 = eq i32 %1, %1", "its type must be a 1-bit integer"},
    {"%4 = eq bool %1, %5", "operand 2 has type i32* where i32 is needed"},
    {"%4 = eq bool %6, %6", "operand 1 must be an integer or a pointer, not f32"},
    {"%4 = slt bool %5, %5", "operand 1 must be an integer, not i32*"},
    {"%4 = ult bool %5, %5", ""},
    {"%3 = zext i64 %1", ""},
    {"%1 = zext i32 %3", "the result must be wider than the operand"},
    {"%3 = trunc i64 %1", "the result must be narrower than the operand"},
    {"%1 = select i32 %1, %1, %2", "operand 1 must be a 1-bit integer, not i32"},
    {"%6 = select f32 %4, %6, f32:0x3f800000", ""},
    {"%5 = ptradd i32* %5, %1", "operand 2 must be a 64-bit integer, not i32"},
    {"%5 = ptradd i32* @g, i64:8", ""},
    {"%1 = ptrdiff i32 %5, %5", "its type must be a 64-bit integer"},
    {"%1 = ptrtoint i32 %5", "its type must be an integer as wide as a pointer"},
    {"%1 = load i32 %3", "operand 1 must be a pointer, not i64"},
    {"%1 = load event @e", "its type must be a scalar"},
    {"store i32 %5, %3", "operand 2 has type i64 where i32 is needed"},
    {"rmw.add i32* %5, %5", "only integers can be updated"},
    {"rmw.nand i32 %5, 1", "there is no operation `rmw.nand`"},
    {"rmw i32 %5, 1", "there is no operation `rmw`"},
    {"copy %5, %5, %1", "operand 3 must be a 64-bit integer"},
    {"fill %5, %1, %3", "operand 2 must be an 8-bit integer"},
    {"%5 = local {open} i64:1", "its type must be a complete type, not open"},
    {"%5 = local i32 i32:1", "operand 1 must be a 64-bit integer"},
    {"%1 = local i32 i64:1", "its result register must be a pointer"},
    {"free %1", "operand 1 must be a pointer"},
    {"branch %1 -> b1, b1", "operand 1 must be a 1-bit integer"},
    {"branch %4 -> b1", "1 target where 2 are needed"},
    {"jump", "0 targets where 1 is needed"},
    {"jump -> b7", "this block is nowhere in the function"},
    {"switch %1, i32:1, i32:1 -> b1, b1, b1", "two cases have the same value"},
    {"switch %1, %2 -> b1, b1", "the cases must be constants"},
    {"switch %1, i32:1 -> b1", "1 target where 2 are needed"},
    {"%1 = call i32 &h, 5", ""},
    {"%1 = call i32 &h", "t.air:28:3: error: `call`: function h takes 1 argument, not 0"},
    {"%1 = call i32 &h, %3", "argument 1 of function h has type i32, not i64"},
    {"%3 = call i64 &h, i32:5", "function h returns i32, not i64"},
    {"%1 = call i32 &u", "function u returns void, not i32"},
    {"call @g", "operand 1 must be a function or a pointer register"},
    {"call &nobody", "`&nobody` is not declared"},
    {"call &u -> b1", "an unwind block begins with `landing`"},
    {"return %1", "the function returns nothing"},
    {"%5 = landing i32*", "function T begins with `landing`"},
    {"%1 = nondet i32*  \"x\"", "its type must be an integer or a float"},
    {"assume %1", "operand 1 must be a 1-bit integer"},
    {"check.assert %4 \"m\"", ""},
    {"check.nothing %4", "there is no operation `check.nothing`"},
    {"%1 = time i32", "its type must be a 64-bit integer"},
    {"start.ivl", "the entry function does not come here"},
    {"wait @e, i64:5", "operand 2 must be a pointer"},
    {"wait.timeout @e", "operand 1 must be a 64-bit integer"},
    {"wait.timeout", "the time span is missing"},
    {"%4 = wait.timeout bool @e, i64:5", ""},
    {"notify %1", "operand 1 must be a pointer"},
    {"notify_after @e, %1", "operand 2 must be a 64-bit integer"},
    {"suspend %3", "operand 1 must be a 32-bit integer"},
    {"suspend $T", ""},
    {"suspend $X", "`$X` is not declared"},
    {"request_update &u", "operand 1 must be an update function"},
    {"request_update ~u, %5", "function u takes 0 arguments, not 1"},
    {"notify ~u", "operand 1 must be a value, not an update function"},
    {"%3 = spawn i64 &u", "its type must be a 32-bit integer"},
    {"spawn &h", "function h takes 1 argument, not 0"},
    {"lock %1", "operand 1 must be a pointer"},
    {"%1 = trylock i32 %5", "its type must be a 1-bit integer"},
    {"await %1", "operand 1 must be a 1-bit integer"},
    {"nonsense %1", "there is no operation `nonsense`"},
    {"%9 = mov i32 1", "`%9` is not declared"},
    {"%1 = mov i32 %x#2", "`%x#2` is not declared"},
    {"%1 = mov i32 4294967296", "number 4294967296 is too large here"},
    {"%1 = mov i32 -2147483649", "number 2147483649 is too large here"},
    {"%1 = mov i32 99999999999999999999999999", "is too large here"},
    {"%7 = mov i8 0x1ff", "is too large here"},
    {"%5 = mov i32* 5", "a number needs an integer type"},
    {"%1 = mov i32 null", "null needs a pointer type"},
    {"assume 1", "a number needs an integer type: write i32:5"},
    {"%1 = load i32 @g+17", "operand 1 is an offset beyond the global"},
    {"%1 = mov i32 5 5", "expected the end of the line, found `5`"},
    {"%1 = mov i32 5,", "expected an operand, found the end of the line"},
    {"%1 mov i32 5", "expected `=`, found `mov`"},
    {"= mov i32 5", "expected an instruction, found `=`"},
    {"%1 = mov i32 ?", "unknown character '?'"},
    {"output \"abc", "malformed string: it is not closed"},
    {"output \"a\\qc\"", "malformed string: unknown escape"},
    {"output \"a\\x00\"", "a zero byte"},
    {"stop \"text\"", "a text where none belongs"},
    {"%1 = mov i99999999999 1", "the type is too wide"},
    {"%6 = mov f33 1", "floats have 16, 32, 64, 80 or 128 bits"},
    {"%5 = mov i32[9999999999999]* null", "an array needs complete elements and at most 2^40 bytes"},
    {"%5 = mov {open}[2]* null", "an array needs complete elements"},
    {"%5 = mov {none}* null", "`{none}` is not declared"},
    {"stop !3:4", "expected a string in quotes"},
    {"stop !\"f\":3", "expected `:`"},
    {"stop !\"f\":99999999999:1", "is too large here"},
};
// clang-format on

static void bad_instructions(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    strbuf text = {0};
    sb_puts(&text, HEAD);
    sb_printf(&text, "  %s\n", lines[i].line);
    bool ends = strstr(lines[i].line, "branch") || strstr(lines[i].line, "jump") || strstr(lines[i].line, "switch") ||
                !strncmp(lines[i].line, "return", 6);
    sb_puts(&text, ends ? "}\n" : "  return\n}\n");
    expect(text.text, text.len, lines[i].message);
    sb_fini(&text);
  }
}

// clang-format off
static const struct { const char *text, *message; } modules[] = {
    {"", "does not begin with `air 1`"},
    {"hello", "expected a declaration"},
    {"air 2\n", "does not begin with `air 1`"},
    {"air 1\n", "the module has no entry function"},
    {"air 1\nentry &main\n", "`&main` is not declared"},
    {"air 1\nentry &main\nfunc &main() void {\n}\n", "function main has no body"},
    {"air 1\nentry &main\nfunc &main() void {\nb1:\n}\n", "lacks its last instruction"},
    {"air 1\nentry &main\nfunc &main() void {\nb1:\n  stop\nb2:\n  return\n}\n", "6:1: error: the block before lacks"},
    {"air 1\nentry &main\nfunc &main() void {\nb1:\n  return\n  return\n}\n", "no block is open here"},
    {"air 1\nentry &main\nfunc &main() void {\n  return\n}\n", "no block is open here"},
    {"air 1\nentry &main\nfunc &main() void {\nb1:\n  return\nb1:\n  return\n}\n", "this block has begun before"},
    {"air 1\nentry &main\nfunc &main() void {\nb1:\n  return\n", "is not closed"},
    {"air 1\nentry &main\nfunc &main() void {\nb1:\n  return\n} x\n", "expected the end of the line, found `x`"},
    {"air 1\nentry &main\nfunc &main() void x\n", "expected `{`"},
    {"air 1\nentry &main\nfunc &main(%x i32) void {\nb1:\n  return\n}\n", "its function main takes arguments"},
    {"air 1\nfunc &f() void {\nb1:\n  return\n}\nfunc &f() void {\nb1:\n  return\n}\n", "`&f` is declared twice"},
    {"air 1\nfunc &f(%x i32, %x i32) void {\nb1:\n  return\n}\n", "`%x` is declared twice"},
    {"air 1\nfunc &f() void {\n  reg %x event\n}\n", "a register holds an integer, a pointer or a float"},
    {"air 1\nfunc &f() event {\n}\n", "a function returns void"},
    {"air 1\nglobal @x void\nentry &m\nfunc &m() void {\nb1:\n  return\n}\n", "global x has no complete type"},
    {"air 1\nglobal @x i32 {\n  0 i64:1\n}\nentry &m\nfunc &m() void {\nb1:\n  return\n}\n", "lies outside the object"},
    {"air 1\nglobal @x i32[2] {\n  0 i32:1\n  2 i32:1\n}\nentry &m\nfunc &m() void {\nb1:\n  return\n}\n", "overlap"},
    {"air 1\nglobal @x i32 {\n  0 %x\n}\n", "expected a constant"},
    {"air 1\nglobal @x i32 {\n  0 $p\n}\nprocess $p &m\nentry &m\nfunc &m() void {\nb1:\n  return\n}\n", "not a constant"},
    {"air 1\nrecord {r} size 4 align 4 {\n  0 a {r}\n}\n", "cannot be laid out"},
    {"air 1\nrecord {r} size 4 align 4 {\n  2 a i32\n}\n", "cannot be laid out"},
    {"air 1\nrecord {r} size 4 align 3 {\n}\n", "cannot be laid out"},
    {"air 1\nrecord {r}\nrecord {r}\n", "`{r}` is declared twice"},
    {"air 1\nrecord {r} size 1 align 1 {\n}\nrecord {r} size 1 align 1 {\n}\n", "cannot be laid out"},
    {"air 1\nrecord x\n", "the name of a record"},
    {"air 1\nscheduler fifo\n", "expected systemc or interleave"},
    {"air 1\npointers 16\n", "pointers have 32 or 64 bits"},
    {"air 1\npointers 640\n", "is too large here"},
    {"air 1\nlanguage ivl\n", "expected a string in quotes"},
    {"air 1\n\"loose\"\n", "expected a declaration"},
    {"air 1\nprocess $p &x\n", "`&x` is not declared"},
    {"air 1\nprocess $p &f\nentry &m\nfunc &m() void {\nb1:\n  return\n}\nfunc &f(%x i32) void {\nb1:\n  return\n}\n",
     "process p: its function f takes arguments"},
    {"air 1\nupdate ~u &f\nentry &m\nfunc &m() void {\nb1:\n  return\n}\nfunc &f(%x i32) void {\nb1:\n  return\n}\n",
     "takes at most a pointer"},
    {"air 1\nupdate ~u &f\nentry &m\nfunc &m() void {\nb1:\n  return\n}\nfunc &f() void {\nb1:\n  call &g\n  return\n}\n"
     "func &g() void {\nb1:\n  wait\n  return\n}\n", "an update function cannot wait"},
    {"air 1\nglobal @e event\nupdate ~u &f\nentry &m\nfunc &m() void {\nb1:\n  return\n}\n"
     "func &f() void {\nb1:\n  notify @e\n  return\n}\n", "cannot notify immediately"},
    {"air 1\nprocess $p &f\nentry &m\nfunc &m() void {\nb1:\n  call &f\n  return\n}\n"
     "func &f() void {\nb1:\n  start.ivl\n  return\n}\n", "a process or an update function comes here"},
    {"air 1\nentry &m\nfunc &m() void {\nb1:\n  spawn &f\n  call &f\n  return\n}\n"
     "func &f() void {\nb1:\n  start.ivl\n  return\n}\n", "a process or an update function comes here"},
    {"air 1\nentry &m\nfunc &m() void {\n  reg %p i32*\nb1:\n  call &m -> b2\n  jump -> b2\nb2:\n  %p = landing i32*\n"
     "  return\n}\n", "only unwinding leads to a `landing`"},
    {"air 1\nentry &m\nfunc &m() void {\n  reg %p i32*\nb1:\n  stop\n  %p = landing i32*\n  return\n}\n",
     "`landing` stands first"},
    {"air 1\nentry &m\nfunc &m() void {\n  reg %p i32*\nb1:\n  call &m -> b2\n  throw i32:1\nb2:\n  %p = landing i32*\n"
     "  return\n}\n", "thrown or caught elsewhere"},
};
// clang-format on

static void bad_modules(void **state) {
  (void)state;
  for (size_t i = 0; i < sizeof modules / sizeof *modules; i++)
    expect(modules[i].text, strlen(modules[i].text), modules[i].message);
}

static void several_errors_in_one_run(void **state) {
  (void)state;
  static const char text[] = HEAD "  %1 = add i32 %1, %3\n  bad\n  %1 = mov i32 %8\n  return\n}\nglobal @x {y}\n";
  strbuf got = {0};
  complaints(text, sizeof text - 1, &got);
  assert_non_null(strstr(sb_text(&got), "`{y}` is not declared"));
  assert_non_null(strstr(sb_text(&got), "28:3: error: `add`"));
  assert_non_null(strstr(sb_text(&got), "29:3: error: there is no operation `bad`"));
  assert_non_null(strstr(sb_text(&got), "30:16: error: `%8` is not declared"));
  sb_fini(&got);
}

// Large and deep texts end quickly: time and memory grow with their length only.
static void big_inputs(void **state) {
  (void)state;
  static const char *const parts[] = {"(",     "i32*",         "{", "[", "\"", "%x#9 ", "func &f() void {\n",
                                      "b1:\n", "record {x}\n", "'"};
  for (size_t k = 0; k < sizeof parts / sizeof *parts; k++) {
    strbuf text = {0};
    sb_puts(&text, "air 1\nglobal @x ");
    for (size_t n = 0; n < 300000 / strlen(parts[k]); n++) sb_puts(&text, parts[k]);
    strbuf got = {0};
    complaints(text.text, text.len, &got);
    assert_true(got.len > 0);
    sb_fini(&got);
    sb_fini(&text);
  }
  strbuf deep = {0};
  sb_puts(&deep, "air 1\nglobal @x i32");
  for (int n = 0; n < 100000; n++) sb_putc(&deep, '*');
  expect(deep.text, deep.len, "nested too deeply");
  sb_fini(&deep);
  assert_int_equal(mem_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(bad_instructions),
      cmocka_unit_test(bad_modules),
      cmocka_unit_test(several_errors_in_one_run),
      cmocka_unit_test(big_inputs),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// links: pass front_air
// Into which parts copies and fills are taken apart.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "base/str.h"
#include "front/front.h"
#include "ir/ir_print.h"
#include "pass/pass.h"

#define HEAD                                                                                                           \
  "air 1\nlanguage \"c\"\nscheduler interleave\npointers 64\nentry &elab\n"                                            \
  "record {S}\nrecord {S} size 16 align 8 {\n  0 a i32\n  8 b i64\n}\n"                                                \
  "record {T}\nrecord {T} size 8 align 4 {\n  0 x i32\n  4 y i32\n}\n"                                                 \
  "global @s {S}\nglobal @t {S}\nglobal @p {T}\nglobal @bytes u8[4]\nglobal @own {S}\nglobal @heap void*\nprocess $P " \
  "&P\nprocess $Q &Q\n"
#define OTHERS                                                                                                         \
  "func &Q() void {\nb1:\n  store i32 @s, 1\n  store i32 @t, 1\n  store i32 @p, 1\n  store u8 @bytes, 1\n  store i32 " \
  "@own, 1\n  call void &P\n"                                                                                          \
  "  return\n}\n"
#define ELAB "func &elab() void {\nb1:\n  start.ivl\n  return\n}\n"

// The instructions of P that are copies or fills, hidden ones apart, one a line.
static void parts(const char *body, strbuf *out) {
  strbuf text = {0};
  sb_printf(&text, "%s", HEAD);
  sb_printf(&text, "func &P() void {\nreg %%l {S}*\nreg %%h void*\nreg %%n i64\nreg %%w i64\nb1:\n%s  return\n}\n%s",
            body, OTHERS ELAB);
  diags *d = diags_new();
  ir_module *m = front_air.parse("t", sb_text(&text), text.len, d);
  if (!m) diags_print(d, stderr);
  diags_free(d);
  assert_non_null(m);
  ir_module *seen = pass_run(pass_find("visible"), m), *made = pass_run(pass_find("parts"), seen);
  const ir_func_info *f = &made->funcs[1];
  for (uint32_t c = 0; c < f->n_code; c++) {
    const ir_instr *i = &f->code[c];
    if ((i->op != IR_COPY && i->op != IR_FILL) || i->flags & IR_HIDDEN) continue;
    sb_printf(out, "%s%s%s ", i->op == IR_COPY ? "copy" : "fill", i->sub ? "." : "", ir_sub_text(i->op, i->sub));
    if (i->args[2].kind == IR_OPERAND_INT)
      sb_printf(out, "%llu\n", (unsigned long long)i->args[2].value);
    else
      sb_puts(out, "n\n");
  }
  ir_module_free(m);
  ir_module_free(seen);
  ir_module_free(made);
  sb_fini(&text);
}

static void expect(const char *body, const char *want) {
  strbuf got = {0};
  parts(body, &got);
  assert_string_equal(sb_text(&got), want);
  sb_fini(&got);
}

#define LOCAL "  %l = local {S} i64:1\n"

static void declared(void **unused) {
  (void)unused;
  expect(LOCAL "  copy @s, %l, i64:16\n", "copy 8\ncopy 8\n");  // the first with its padding
  expect(LOCAL "  copy %l, @s, i64:16\n", "copy 8\ncopy 8\n");
  expect("  fill @p, i8:0, i64:8\n", "fill 4\nfill 4\n");
  expect("  fill @bytes, i8:0, i64:4\n", "fill 1\nfill 1\nfill 1\nfill 1\n");
  expect("  copy @s, @t, i64:16\n", "copy 8\ncopy 8\ncopy 8\ncopy 8\n");  // read, written, read, written
  expect(LOCAL "  copy %l, @s+8, i64:8\n", "copy 8\n");
}

static void left_alone(void **unused) {
  (void)unused;
  expect("  atomic_begin\n  fill @p, i8:0, i64:8\n  atomic_end\n", "fill 8\n");
  expect(LOCAL "  fill %l, i8:0, i64:16\n", "");
  expect("  atomic_begin\n  atomic_end\n  fill @p, i8:0, i64:8\n", "fill 4\nfill 4\n");
}

static void untyped(void **unused) {
  (void)unused;
  const char *make = "  %h = new.uninit u8 i64:16\n  store void* @heap, %h\n  %h = load void* @heap\n";
  strbuf text = {0};
  sb_printf(&text, "%s  store i32 %%h, 1\n  fill %%h, i8:0, i64:16\n", make);
  expect(sb_text(&text), "fill.word 4\nfill.word4 4\nfill.word 4\nfill.word4 4\n");
  sb_clear(&text);
  sb_printf(&text, "%s%s  copy %%h, %%l, i64:16\n", make, LOCAL);
  expect(sb_text(&text), "copy 8\ncopy 8\n");  // as the object that is copied there
  sb_clear(&text);
  sb_printf(&text,
            "%s  store i32 %%h, 1\n"
            "  copy %%h, @own, i64:16 \"0+8 8+8\"\n",
            make);
  expect(sb_text(&text), "copy 8\ncopy 8\ncopy 8\ncopy 8\n");
  sb_fini(&text);
}

static void wide_accesses(void **unused) {
  (void)unused;
  expect("  %w = load i64 @p\n", "copy 4\ncopy 4\n");
  expect("  store i64 @p, i64:7\n", "copy 4\ncopy 4\n");
  expect("  %w = load i64 @s+8\n", "");
  expect("  %w = load.atomic i64 @p\n", "");
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(declared),
      cmocka_unit_test(left_alone),
      cmocka_unit_test(untyped),
      cmocka_unit_test(wide_accesses),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

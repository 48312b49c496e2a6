// links: pass replay front_air front ir base
// If-conversion: random programs of nested branches compute the same with and without it, and branches vanish.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "base/mem.h"
#include "base/rng.h"
#include "base/str.h"
#include "front/front.h"
#include "pass/pass.h"
#include "replay/machine.h"

// Registers %1..%4 are i8, %5 is bool. Every arm is a list of statements; blocks are numbered as they are made.
typedef struct text_gen {
  rng *r;
  strbuf *out;
  uint32_t blocks;
} text_gen;

static void statement(text_gen *g) {
  static const char *const ops[] = {"add", "sub", "mul", "and", "or", "xor", "shl", "udiv"};
  uint64_t to = 1 + rng_below(g->r, 4), a = 1 + rng_below(g->r, 4), b = 1 + rng_below(g->r, 4);
  uint64_t kind = rng_below(g->r, 12);
  if (kind == 0)
    sb_printf(g->out, "  store i8 @x, %%%u\n", (unsigned)a);
  else if (kind < 3)
    sb_printf(g->out, "  %%5 = slt bool %%%u, i8:%u\n", (unsigned)a, (unsigned)rng_below(g->r, 100));
  else if (kind < 5)
    sb_printf(g->out, "  %%%u = mov i8 %%%u\n", (unsigned)to, (unsigned)a);
  else
    sb_printf(g->out, "  %%%u = %s i8 %%%u, %%%u\n", (unsigned)to, ops[rng_below(g->r, 8)], (unsigned)a, (unsigned)b);
}

static void list(text_gen *g, unsigned depth) {
  for (uint64_t n = rng_below(g->r, 4); n > 0; n--) statement(g);
  if (depth == 0 || rng_below(g->r, 3) == 0) return;
  uint32_t yes = ++g->blocks, no = ++g->blocks, join = ++g->blocks;
  bool has_else = rng_below(g->r, 2);
  sb_printf(g->out, "  branch %%5 -> b%u, b%u\nb%u:\n", yes, has_else ? no : join, yes);
  list(g, depth - 1);
  sb_printf(g->out, "  jump -> b%u\n", join);
  if (has_else) {
    sb_printf(g->out, "b%u:\n", no);
    list(g, depth - 1);
    sb_printf(g->out, "  jump -> b%u\n", join);
  }
  sb_printf(g->out, "b%u:\n", join);
  list(g, depth - 1);
}

static ir_module *random_module(rng *r) {
  strbuf text = {0};
  text_gen g = {.r = r, .out = &text, .blocks = 1};
  sb_puts(&text,
          "air 1\nlanguage \"t\"\nentry &main\nglobal @x i8\nglobal @a i8\nglobal @b i8\nglobal @c i8\nglobal @d i8\n");
  sb_puts(&text, "func &main() void {\n temp i8 %1 %2 %3 %4\n temp bool %5\nb1:\n");
  for (int i = 1; i <= 4; i++) sb_printf(&text, "  %%%d = nondet i8 \"in\"\n", i);
  for (int i = 0; i < 3; i++) list(&g, 3);
  for (int i = 1; i <= 4; i++) sb_printf(&text, "  store i8 @%c, %%%d\n", 'a' + i - 1, i);
  sb_puts(&text, "  return\n}\n");
  diags *d = diags_new();
  diags_add_source(d, "t.air", sb_text(&text), text.len);
  ir_module *m = front_air.parse("t.air", sb_text(&text), text.len, d);
  if (!m) diags_print(d, stderr);
  assert_non_null(m);
  diags_free(d);
  sb_fini(&text);
  return m;
}

static bool draw(void *arg, size_t n, machine_input *in) {
  const uint8_t *values = arg;
  in->bits = values[n];
  return true;
}

static void outcome(const ir_module *m, uint8_t *values, strbuf *out) {
  machine_options o = {.step_limit = 10000, .depth_limit = 10, .input = draw, .input_arg = values};
  machine *run = machine_new(m, &o);
  assert_int_equal(machine_step(run, 0), MACHINE_FINISHED);
  machine_dump(run, out);
  machine_free(run);
}

static uint32_t count(const ir_module *m, ir_op op) {
  uint32_t n = 0;
  for (uint32_t i = 0; i < m->funcs[1].n_code; i++) n += m->funcs[1].code[i].op == op;
  return n;
}

static void same_results(void **state) {
  (void)state;
  rng r = rng_new(7);
  uint32_t branches = 0, left = 0;
  for (int n = 0; n < 400; n++) {
    ir_module *m = random_module(&r), *made = pass_run(pass_find("select"), m);
    branches += count(m, IR_BRANCH);
    left += count(made ? made : m, IR_BRANCH);
    for (int k = 0; made && k < 8; k++) {
      uint8_t values[4];
      for (int i = 0; i < 4; i++) values[i] = (uint8_t)rng_next(&r);
      strbuf a = {0}, b = {0};
      outcome(m, values, &a);
      outcome(made, values, &b);
      assert_string_equal(sb_text(&a), sb_text(&b));
      sb_fini(&a);
      sb_fini(&b);
    }
    ir_module_free(m);
    ir_module_free(made);
  }
  assert_true(left * 3 < branches * 2);  // a third at least
  assert_int_equal(mem_live(), 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(same_results)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// links: analysis front_air ir
// Control flow, liveness and call graph on small programs in text form.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "analysis/callgraph.h"
#include "analysis/cfg.h"
#include "analysis/crowds.h"
#include "analysis/live.h"
#include "analysis/shifts.h"
#include "base/mem.h"
#include "base/rng.h"
#include "base/str.h"
#include "front/front.h"
#include "ir/ir_print.h"

static ir_module *read_text(const char *text) {
  diags *d = diags_new();
  diags_add_source(d, "t.air", text, strlen(text));
  ir_module *m = front_air.parse("t.air", text, strlen(text), d);
  diags_print(d, stderr);
  diags_free(d);
  assert_non_null(m);
  return m;
}

static const char loop_text[] = "air 1\nentry &main\n"
                                "func &main() void {\n"
                                "  temp bool %1\n  temp i32 %2 %3 %4\n"
                                "b1:\n"
                                "  %2 = nondet i32 \"n\"\n"  // 0
                                "  %3 = mov i32 0\n"         // 1
                                "  jump -> b2\n"             // 2
                                "b2:\n"
                                "  step\n"                  // 3
                                "  %1 = ult bool %3, %2\n"  // 4
                                "  branch %1 -> b3, b4\n"   // 5
                                "b3:\n"
                                "  %4 = mov i32 1\n"       // 6
                                "  %3 = add i32 %3, %4\n"  // 7
                                "  jump -> b2\n"           // 8
                                "b4:\n"
                                "  output %3 \"{}\"\n"  // 9
                                "  return\n"            // 10
                                "b5:\n"
                                "  return\n"  // 11
                                "}\n";

static void liveness_of_a_loop(void **state) {
  (void)state;
  ir_module *m = read_text(loop_text);
  live_info *l = live_new(m);
  static const char *const expected[] = {
      // one letter per instruction: is the register live before it?
      [1] = ".....x......",
      [2] = ".xxxxxxxx...",
      [3] = "..xxxxxxxx..",
      [4] = ".......x....",
  };
  for (uint32_t r = 1; r <= 4; r++)
    for (uint32_t c = 0; c < 12; c++)
      if (live_at(l, m->entry, c, (ir_reg){r}) != (expected[r][c] == 'x')) fail_msg("register %u at %u", r, c);
  assert_true(live_across(l, m->entry, 3, (ir_reg){3}));
  assert_false(live_across(l, m->entry, 3, (ir_reg){1}));
  live_free(l);
  ir_module_free(m);
  assert_int_equal(mem_live(), 0);
}

static void liveness_of_calls(void **state) {
  (void)state;
  ir_module *m = read_text("air 1\nentry &main\n"
                           "func &f(%x i32) i32 {\nb1:\n  throw i32*:null\n}\n"
                           "func &main() void {\n  reg %a i32\n  reg %b i32\n  reg %c i32\n  reg %p i32*\n"
                           "b1:\n"
                           "  %a = mov i32 1\n"              // 0
                           "  %b = mov i32 2\n"              // 1
                           "  %c = call i32 &f, %a -> b2\n"  // 2
                           "  output %c \"{}\"\n"            // 3
                           "  return\n"                      // 4
                           "b2:\n"
                           "  %p = landing i32*\n"     // 5
                           "  output %b, %c \"{}\"\n"  // 6
                           "  return\n"
                           "}\n");
  live_info *l = live_new(m);
  ir_func f = m->entry;
  ir_reg a = {1}, b = {2}, c = {3}, p = {4};
  assert_true(live_at(l, f, 2, a));
  assert_true(live_at(l, f, 2, b));
  assert_true(live_at(l, f, 2, c));  // the unwind block reads the old value
  assert_true(live_at(l, f, 0, c));
  assert_false(live_at(l, f, 3, b));
  assert_true(live_at(l, f, 3, c));
  assert_false(live_across(l, f, 2, a));
  assert_true(live_across(l, f, 2, b));
  assert_true(live_across(l, f, 2, c));
  assert_false(live_at(l, f, 6, p));
  live_free(l);
  ir_module_free(m);
}

static void result_is_not_live_across_its_call(void **state) {
  (void)state;
  ir_module *m = read_text(
      "air 1\nentry &main\nfunc &f() i32 {\nb1:\n  return i32:1\n}\n"
      "func &main() void {\n  reg %c i32\nb1:\n  %c = call i32 &f\n  output %c \"\"\n  return\n}\n");
  live_info *l = live_new(m);
  assert_false(live_across(l, m->entry, 0, (ir_reg){1}));
  assert_true(live_at(l, m->entry, 1, (ir_reg){1}));
  live_free(l);
  ir_module_free(m);
}

static void control_flow(void **state) {
  (void)state;
  ir_module *m = read_text(loop_text);
  cfg *g = cfg_new(ir_func_get(m, m->entry));
  assert_int_equal(g->n_order, 4);
  assert_int_equal(g->order[0], 1);
  assert_int_equal(g->order[1], 2);
  assert_true(g->is_loop_head[2]);
  assert_false(g->is_loop_head[1] || g->is_loop_head[3] || g->is_loop_head[4]);
  assert_int_equal(g->pred_first[3] - g->pred_first[2], 2);
  assert_int_equal(g->pred[g->pred_first[2]], 1);
  assert_int_equal(g->pred[g->pred_first[2] + 1], 3);
  assert_int_equal(g->succ_first[3] - g->succ_first[2], 2);
  assert_int_equal(g->pred_first[6] - g->pred_first[5], 0);
  cfg_free(g);
  ir_module_free(m);
}

static void call_graph(void **state) {
  (void)state;
  ir_module *m = read_text("air 1\nentry &main\n"
                           "global @fp void* {\n  0 &taken\n}\n"
                           "func &even() void {\nb1:\n  call &odd\n  return\n}\n"
                           "func &odd() void {\nb1:\n  call &even\n  call &leaf\n  return\n}\n"
                           "func &leaf() void {\nb1:\n  return\n}\n"
                           "func &taken() void {\nb1:\n  call &leaf\n  return\n}\n"
                           "func &any() void {\n  reg %f void*\nb1:\n  %f = load void* @fp\n  call %f\n  return\n}\n"
                           "func &self() void {\nb1:\n  call &self\n  return\n}\n"
                           "func &main() void {\nb1:\n  spawn &self\n  call &even\n  return\n}\n");
  callgraph *g = callgraph_new(m);
  enum { EVEN = 1, ODD, LEAF, TAKEN, ANY, SELF, MAIN };
  static const char *const reach[] = {
      [EVEN] = "123", [ODD] = "123", [LEAF] = "3", [TAKEN] = "34", [ANY] = "345", [SELF] = "6", [MAIN] = "1237"};
  for (uint32_t f = 1; f <= 7; f++)
    for (uint32_t to = 1; to <= 7; to++)
      if (bitset_has(callgraph_reach(g, (ir_func){f}), to) != (strchr(reach[f], (char)('0' + to)) != NULL))
        fail_msg("from %u to %u", f, to);
  for (uint32_t f = 1; f <= 7; f++) {
    assert_int_equal(callgraph_recursive(g, (ir_func){f}), f == EVEN || f == ODD || f == SELF);
    assert_int_equal(callgraph_address_taken(g, (ir_func){f}), f == TAKEN);
    assert_int_equal(callgraph_spawned(g, (ir_func){f}), f == SELF);
  }
  callgraph_free(g);
  ir_module_free(m);
  assert_int_equal(mem_live(), 0);
}

// --- against the definition, on random functions -----------------------------------------------------------------------

// Is r read on some way from c before it is written? By plain search over code positions.
static bool reads_later(const ir_func_info *f, uint32_t c, uint32_t r) {
  bool seen[256] = {false};
  uint32_t todo[256], n = 0;
  todo[n++] = c;
  seen[c] = true;
  while (n) {
    uint32_t at = todo[--n];
    const ir_instr *i = &f->code[at];
    for (uint32_t a = 0; a < i->n_args; a++)
      if (i->args[a].kind == IR_OPERAND_REG && i->args[a].value == r) return true;
    for (uint32_t t = 0; t < i->n_targets; t++) {
      uint32_t to = f->blocks[i->targets[t].id].first;
      if (!seen[to]) seen[to] = true, todo[n++] = to;
    }
    if (i->dst.id == r || ir_op_ends_block(i->op) || seen[at + 1]) continue;
    seen[at + 1] = true;
    todo[n++] = at + 1;
  }
  return false;
}

static void random_function(rng *r, strbuf *out) {
  uint64_t blocks = 1 + rng_below(r, 8);
  sb_puts(out, "air 1\nentry &main\nfunc &f(%x i32) i32 {\nb1:\n  throw i32*:null\n}\nfunc &main() void {\n"
               "  temp i32 %1 %2 %3 %4 %5\n  temp i32* %6\n  temp bool %7\n");
  for (uint64_t b = 1; b <= blocks; b++) {
    sb_printf(out, "b%d:\n", (int)b);
    for (uint64_t n = rng_below(r, 5); n; n--) {
      unsigned d = 1 + (unsigned)rng_below(r, 5), x = 1 + (unsigned)rng_below(r, 5), y = 1 + (unsigned)rng_below(r, 5);
      switch (rng_below(r, 4)) {
      case 0: sb_printf(out, "  %%%u = add i32 %%%u, %%%u\n", d, x, y); break;
      case 1: sb_printf(out, "  %%%u = mov i32 %u\n", d, x); break;
      case 2: sb_printf(out, "  %%%u = call i32 &f, %%%u -> b99\n", d, x); break;
      default: sb_printf(out, "  output %%%u \"\"\n", x); break;
      }
    }
    if (rng_below(r, 4) == 0)
      sb_puts(out, "  return\n");
    else
      sb_printf(out, "  branch %%7 -> b%d, b%d\n", 1 + (int)rng_below(r, blocks), 1 + (int)rng_below(r, blocks));
  }
  sb_printf(out, "b99:\n  %%6 = landing i32*\n  output %%%u \"\"\n  return\n}\n", 1 + (unsigned)rng_below(r, 5));
}

static void liveness_is_what_it_means(void **state) {
  (void)state;
  rng r = rng_new(7);
  for (int k = 0; k < 300; k++) {
    strbuf text = {0};
    random_function(&r, &text);
    ir_module *m = read_text(sb_text(&text));
    live_info *l = live_new(m);
    const ir_func_info *f = ir_func_get(m, m->entry);
    assert_true(f->n_code < 256);
    for (uint32_t c = 0; c < f->n_code; c++)
      for (uint32_t reg = 1; reg <= f->n_regs; reg++)
        if (live_at(l, m->entry, c, (ir_reg){reg}) != reads_later(f, c, reg))
          fail_msg("register %u at %u in\n%s", reg, c, sb_text(&text));
    live_free(l);
    ir_module_free(m);
    sb_fini(&text);
  }
}

// @p and @c count and meet in a comparison; @n is only counted; @k is compared with a number, @a has its address taken;
// @d is copied to @e and both move together.
static const char shifts_text[] = "air 1\nentry &main\n"
                                  "global @p i32\nglobal @c i32\nglobal @n i32\nglobal @k i32\nglobal @a i32\n"
                                  "global @d i32\nglobal @e i32\n"
                                  "func &take(%1 i32*) void {\nb1:\n  return\n}\n"
                                  "func &main() void {\n"
                                  "  temp i32 %1 %2 %3\n  temp bool %4\n  temp i32 %5 %6 %7 %8\n"
                                  "b1:\n"
                                  "  store i32 @p, 3\n"  // 0
                                  "  store i32 @c, 3\n"  // 1
                                  "  call &take, @a\n"   // 2
                                  "  jump -> b2\n"       // 3
                                  "b2:\n"
                                  "  %1 = load i32 @p\n"     // 4
                                  "  %2 = add i32 %1, 1\n"   // 5
                                  "  store i32 @p, %2\n"     // 6
                                  "  %5 = load i32 @c\n"     // 7
                                  "  %6 = load i32 @p\n"     // 8
                                  "  %4 = eq bool %5, %6\n"  // 9
                                  "  %3 = load i32 @n\n"     // 10
                                  "  %3 = sub i32 %3, 1\n"   // 11
                                  "  store i32 @n, %3\n"     // 12
                                  "  branch %4 -> b3, b4\n"  // 13
                                  "b3:\n"
                                  "  %7 = load i32 @k\n"        // 14
                                  "  %4 = eq bool %7, i32:5\n"  // 15
                                  "  branch %4 -> b2, b4\n"     // 16
                                  "b4:\n"
                                  "  %8 = load i32 @d\n"  // 17
                                  "  store i32 @e, %8\n"  // 18
                                  "  jump -> b2\n"        // 19
                                  "}\n";

static const char *groups_at(shifts *x, const ir_module *m, uint32_t pc, strbuf *out) {
  shift_point_vec points = {0};
  vec_push(&points, ((shift_point){.func = m->entry.id, .pc = pc, .is_top = 1}));
  shift_groups g = shifts_from(x, &points);
  vec_free(&points);
  sb_clear(out);
  for (size_t i = 0; i < g.n; i++) sb_puts(out, g.list[i] ? m->globals[g.list[i]].name : " ");
  return sb_text(out);
}

static void counters_that_move_together(void **state) {
  (void)state;
  ir_module *m = read_text(shifts_text);
  live_info *l = live_new(m);
  shifts *x = shifts_new(m, l);
  strbuf text = {0};
  assert_true(shifts_possible(x));
  assert_string_equal(groups_at(x, m, 0, &text), "n de ");  // the initial assignments are still to come
  assert_string_equal(groups_at(x, m, 4, &text), "pc n de ");
  assert_string_equal(groups_at(x, m, 8, &text), "n de ");    // a register holds a value of @c
  assert_string_equal(groups_at(x, m, 11, &text), "pc de ");  // one of @n
  assert_string_equal(groups_at(x, m, 4, &text), "pc n de ");
  sb_fini(&text);
  shifts_free(x);
  live_free(l);
  ir_module_free(m);
}

static void who_spawns(void **state) {
  (void)state;
#define WORKER "func &w() void {\nb1:\n  return\n}\n"
  ir_module *alone = read_text(loop_text);
  ir_module *one = read_text("air 1\nentry &m\n" WORKER "func &m() void {\nb1:\n  spawn &w\n  return\n}\n");
  ir_module *many = read_text("air 1\nentry &m\n" WORKER
                              "func &m() void {\nb1:\n  spawn &w\n  step\n  jump -> b1\n}\n");
#undef WORKER
  assert_false(crowds_any(alone));
  assert_false(crowds_spawned(alone));
  assert_true(crowds_any(one));
  assert_false(crowds_spawned(one));
  assert_true(crowds_any(many));
  assert_true(crowds_spawned(many));
  ir_module_free(alone);
  ir_module_free(one);
  ir_module_free(many);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(who_spawns),
      cmocka_unit_test(liveness_of_a_loop),
      cmocka_unit_test(liveness_of_calls),
      cmocka_unit_test(result_is_not_live_across_its_call),
      cmocka_unit_test(control_flow),
      cmocka_unit_test(call_graph),
      cmocka_unit_test(liveness_is_what_it_means),
      cmocka_unit_test(counters_that_move_together),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

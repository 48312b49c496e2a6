// links: engine_guide front_air smt
// C_fin and its predicate abstraction: the samples E9, E18, E19 and E20 of the document.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <stdio.h>
#include <string.h>

#include "base/diag.h"
#include "engine/guide/boolprog.h"
#include "front/front.h"

#define HEAD "air 1\nlanguage \"cmin\"\nscheduler interleave separate\npointers 64\nentry &elab\n"
#define ELAB "func &elab() void {\nb1:\n  start.ivl\n  return\n}\n"
#define ALL_CHECKS 0xffffffffu

typedef struct world {
  ir_module *m;
  expr_table *t;
  smt *s;
  cfin *c;
  preds p;
} world;

static world open_world(const char *text, const char *config) {
  world w = {0};
  diags *d = diags_new();
  w.m = front_air.parse("t", text, strlen(text), d);
  if (!w.m) diags_print(d, stderr);
  diags_free(d);
  assert_non_null(w.m);
  expr_options eo = {0};
  w.t = expr_table_new(&eo);
  smt_config sc = smt_default_config();
  w.s = smt_new(w.t, &sc);
  memory_config mc = {0};
  arena *mem = arena_new();
  const char *why = NULL;
  assert_true(memory_config_parse(mem, config, &mc, &why));
  w.c = cfin_new(w.m, w.t, ALL_CHECKS, &mc, false);
  vec_free(&mc);
  arena_free(mem);
  return w;
}

static void close_world(world *w) {
  cfin_free(w->c);
  smt_free(w->s);
  expr_table_free(w->t);
  ir_module_free(w->m);
}

static boolprog *abstract(world *w, const char *predicates, bool_mode mode, bool drop) {
  if (w->c->refused) fprintf(stderr, "refused: line %u: %s\n", w->c->refused_at.line, w->c->refused);
  assert_null(w->c->refused);
  const char *why = NULL;
  preds p = {.n = 0};
  if (!preds_parse(w->c, predicates, &p, &why)) fprintf(stderr, "%s\n", why);
  assert_null(why);
  preds_goal(w->c, 1u << IR_CHECK_ASSERT, &p);
  bool_options o = {.mode = mode,
                    .cube_length = 3,
                    .drop_inconsistent = drop,
                    .most_states = 100000,
                    .goal = 1u << IR_CHECK_ASSERT,
                    .errors = ALL_CHECKS};
  boolprog *b = boolprog_new(w->c, w->s, &p, &o);
  assert_null(b->refused);
  return b;
}

static uint32_t count_with_distance(const boolprog *b, uint32_t d) {
  uint32_t n = 0;
  for (size_t k = 0; k < b->states.len; k++) n += b->states.data[k].dist == d;
  return n;
}

static bool prints(const cfin *c, const char *what) {
  strbuf out = {0};
  cfin_print(c, &out);
  bool has = strstr(sb_text(&out), what) != NULL;
  if (!has) fprintf(stderr, "%s\nlacks: %s\n", sb_text(&out), what);
  sb_fini(&out);
  return has;
}

// --- E9 -------------------------------------------------------------------------------------------------------------

// Two processes, each one kind of round of the loop; a third waits for the goal.
#define E9_ROUND(name, y, z)                                                                                     \
  "process $" name " &" name "\nfunc &" name                                                                     \
  "() void {\n  temp i32'int %1 %2 %3 %4\n  temp bool %5\nb1:\n  atomic_begin\n"                                 \
  "  await_begin\n  %1 = load i32'int @x\n  %5 = slt bool %1, i32'int:5\n  await %5\n  %2 = add i32'int %1, 1\n" \
  "  store i32'int @x, %2\n  %3 = load i32'int @y\n  %4 = mul i32'int %3, 2\n" y "  store i32'int @y, %4\n" z    \
  "  atomic_end\n  jump -> b1\n}\n"
#define E9_GOAL                                                                                                  \
  "process $goal &goal\nfunc &goal() void {\n  temp i32'int %1 %2\n  temp bool %3 %4 %5\nb1:\n  await_begin\n"   \
  "  %1 = load i32'int @x\n  %2 = load i32'int @z\n  %3 = eq bool %1, i32'int:5\n  %4 = eq bool %2, i32'int:0\n" \
  "  %5 = and bool %3, %4\n  await %5\n  check.assert bool:0 \"goal\"\n  return\n}\n"
#define E9_VARS "global @x i32'int\nglobal @y i32'int\nglobal @z i32'int\n"

static const char e9[] = HEAD E9_VARS E9_ROUND("plus", "  %4 = add i32'int %4, 1\n", "  store i32'int @z, %2\n")
    E9_ROUND("even", "", "") E9_GOAL ELAB;
// z is added up: whether it stays different from 0 is not known.
static const char e9_sum[] = HEAD E9_VARS E9_ROUND(
    "plus", "  %4 = add i32'int %4, 1\n", "  %2 = load i32'int @z\n  %2 = add i32'int %2, %4\n  store i32'int @z, %2\n")
    E9_ROUND("even", "", "") E9_GOAL ELAB;
static const char e9_preds[] = "# as published\nx=0\nx>0\nx<5\nx=5\nz=0\n";

static void e9_table(bool_mode mode) {
  world w = open_world(e9, "");
  for (unsigned drop = 0; drop < 2; drop++) {
    boolprog *b = abstract(&w, e9_preds, mode, drop);
    assert_int_equal(b->preds.n, 5);  // the atoms of the goal are among them
    assert_int_equal(b->states.len, drop ? 7 : 9);
    assert_int_equal(b->states.data[0].dist, 2);
    assert_int_equal(count_with_distance(b, 2), 1);
    assert_true(b->goal_found);
    assert_false(b->error_found);
    for (size_t k = 0; k < b->states.len; k++) {
      bool z = b->states.data[k].bits >> 4 & 1, end = b->states.data[k].bits >> 3 & 1,
           below = b->states.data[k].bits >> 2 & 1;
      if (!z) assert_int_equal(b->states.data[k].dist, BOOL_INFINITE);
      if (z && end && !below) assert_int_equal(b->states.data[k].dist, 0);
      if (z && below && !end && k) assert_int_equal(b->states.data[k].dist, 1);
    }
    boolprog_free(b);
  }
  close_world(&w);
}

static void e9_fly(void **unused) {
  (void)unused;
  e9_table(BOOL_FLY);
}

static void e9_cubes(void **unused) {
  (void)unused;
  e9_table(BOOL_CUBES);
}

static void e9_negative(void **unused) {
  (void)unused;
  world w = open_world(e9_sum, "");
  boolprog *b = abstract(&w, "x=0\nx=5\nz=0\n", BOOL_FLY, false);
  for (size_t k = 0; k < b->states.len; k++)
    if (!(b->states.data[k].bits >> 1 & 1)) assert_int_not_equal(b->states.data[k].dist, BOOL_INFINITE);
  boolprog_free(b);
  close_world(&w);
}

static void unreachable(void **unused) {
  (void)unused;
  world w = open_world(HEAD E9_VARS E9_ROUND("even", "", "  store i32'int @z, 7\n") E9_GOAL ELAB, "");
  boolprog *b = abstract(&w, "x=0\n", BOOL_FLY, false);
  assert_false(b->goal_found);
  assert_false(b->error_found);
  boolprog_free(b);
  close_world(&w);
}

// --- E18 ------------------------------------------------------------------------------------------------------------

#define E18_VARS                                                                                         \
  "global @started i32'int\nglobal @poll i32'int\nglobal @c1 i32'int*\nglobal @s1 i32'int*\nglobal @s2 " \
  "i32'int*\nglobal @p i32'int*\n"
#define E18_MAIN                                                                                                    \
  "process $main &main\nfunc &main() void {\n  temp i32'int* %1\n  temp i32'int %2\nb1:\n"                          \
  "  atomic_begin\n  %1 = new i32'int i64:1\n  store i32'int* @p, %1\n  atomic_end\n"                               \
  "  atomic_begin\n  %1 = load i32'int* @p\n  %2 = load i32'int %1\n  store i32'int @started, %2\n  atomic_end\n  " \
  "return\n}\n"

static void e18_new(void **unused) {
  (void)unused;
  world w = open_world(HEAD E18_VARS E18_MAIN ELAB, "int 2\n");
  assert_null(w.c->refused);
  assert_int_equal(w.c->top, 9);
  assert_int_equal(w.c->vars.data[cfin_var_named(w.c, "int[1]")].index, 7);
  assert_int_equal(w.c->vars.data[cfin_var_named(w.c, "int[2]")].index, 8);
  // The first free slot, then the next one, then an object outside: p := !taken(1) ? 7 : !taken(2) ? 8 : top.
  const fedge *e = &w.c->edges.data[1];
  uint32_t p = cfin_var_named(w.c, "p"), one = cfin_var_named(w.c, "taken(int[1])"),
           two = cfin_var_named(w.c, "taken(int[2])");
  for (unsigned k = 0; k < 4; k++) {
    model *m = model_new();
    model_set(m, w.c->vars.data[one].sym, expr_bool(w.t, k & 1));
    model_set(m, w.c->vars.data[two].sym, expr_bool(w.t, k >> 1 & 1));
    for (size_t i = 0; i < e->updates.len; i++)
      if (e->updates.data[i].var == p)
        assert_int_equal(expr_const_u64(w.t, expr_eval(w.t, e->updates.data[i].value, m)), k == 3 ? 9 : k & 1 ? 8 : 7);
    model_free(m);
  }
  close_world(&w);
}

// started := *p with p outside of the pools is any value.
static void e18_top(void **unused) {
  (void)unused;
  world w = open_world(HEAD E18_VARS E18_MAIN ELAB, "");
  assert_null(w.c->refused);
  assert_int_equal(w.c->top, 7);
  assert_true(prints(w.c, "p := 7"));
  assert_true(prints(w.c, "started := top"));
  close_world(&w);
}

static void e18_struct(void **unused) {
  (void)unused;
  world w = open_world(
      HEAD "record {C} size 3 align 1 {\n  0 x bool\n  1 y bool\n  2 z bool\n}\nglobal @i2 i32'int\nglobal @c "
           "{C}*\nglobal @i i32'int*\n"
           "process $main &main\nfunc &main() void {\n  temp {C}* %1\n  temp i32'int* %2\n  temp bool* %3\nb1:\n"
           "  atomic_begin\n  %1 = new {C} i64:1\n  store {C}* @c, %1\n  atomic_end\n"
           "  atomic_begin\n  %2 = new i32'int i64:1\n  store i32'int* @i, %2\n  atomic_end\n"
           "  atomic_begin\n  %1 = load {C}* @c\n  %3 = ptradd bool* %1, i64:2\n  store bool %3, 1\n  atomic_end\n  "
           "return\n}\n" ELAB,
      "C 2   # two of them\nint 3\n");
  assert_null(w.c->refused);
  static const char *const names[] = {"i2",     "c",      "i",      "C.x[1]", "C.y[1]", "C.z[1]",
                                      "C.x[2]", "C.y[2]", "C.z[2]", "int[1]", "int[2]", "int[3]"};
  for (size_t k = 0; k < sizeof names / sizeof *names; k++)
    assert_int_equal(w.c->vars.data[cfin_var_named(w.c, names[k])].index, k + 1);
  assert_int_equal(w.c->top, 13);
  close_world(&w);
}

// --- E19 ------------------------------------------------------------------------------------------------------------

#define E19                                                                                                       \
  HEAD "global @v i32'int\nprocess $main &main\nfunc &main() void {\n  temp i32'int %1 %2\n  temp bool %3\nb1:\n" \
       "  atomic_begin\n  %1 = load i32'int @v\n  %2 = add i32'int %1, 2\n  store i32'int @v, %2\n  atomic_end\n" \
       "  await_begin\n  %1 = load i32'int @v\n  %3 = slt bool i32'int:0, %1\n  await %3\n  jump -> b1\n}\n" ELAB

static uint32_t edge_from(const cfin *c, uint32_t pc) { return c->locs.data[cfin_loc_at(c, 1, pc)].out.data[0]; }

static void e19(void **unused) {
  (void)unused;
  for (unsigned mode = 0; mode < 2; mode++) {
    world w = open_world(E19, "");
    // v := v + 2 with {v < 8, v = 3}: W(v < 6) is v = 3.
    boolprog *b = abstract(&w, "v<8\nv=3\n", mode ? BOOL_CUBES : BOOL_FLY, false);
    uint32_t step = edge_from(w.c, 0);
    assert_true(bool_effect_of(b, step, 3)->ones & 1);
    assert_false(bool_effect_of(b, step, 2)->possible);  // the second cube of the document: no state has these bits
    assert_false(bool_effect_of(b, step, 1)->ones & 1);
    assert_true(bool_effect_of(b, step, 1)->any & 1);
    assert_true(bool_effect_of(b, step, 0)->any & 1);  // v + 2 wraps
    boolprog_free(b);
    // Guard v > 0 with {v > 2, v = 0}.
    b = abstract(&w, "v>2\nv=0\n", mode ? BOOL_CUBES : BOOL_FLY, false);
    uint32_t wait = edge_from(w.c, 5);
    assert_true(bool_effect_of(b, wait, 1)->possible);
    assert_false(bool_effect_of(b, wait, 2)->possible);
    assert_true(bool_effect_of(b, wait, 0)->possible);
    boolprog_free(b);
    close_world(&w);
  }
}

static void files(void **unused) {
  (void)unused;
  world w = open_world(e9, "");
  preds p = {.n = 0};
  const char *why = NULL;
  assert_true(preds_parse(w.c, "a: x = 1 and not (y <> 2)\n\n# nothing\nx - 1 <= -3 or z div 2 == 4\n", &p, &why));
  assert_int_equal(p.n, 2);
  assert_false(preds_parse(w.c, "x = 1\nq = 1\n", &p, &why));
  assert_non_null(strstr(why, "line 2"));
  assert_false(preds_parse(w.c, "x +\n", &p, &why));
  assert_false(preds_parse(w.c, "x\n", &p, &why));
  expr_vec found = {0};
  preds_candidates(w.c, 1u << IR_CHECK_ASSERT, &found);
  assert_int_equal(found.len, 3);  // x < 5, x = 5, z = 0; nothing about y
  vec_free(&found);
  memory_config mc = {0};
  arena *mem = arena_new();
  assert_false(memory_config_parse(mem, "int\n", &mc, &why));
  assert_false(memory_config_parse(mem, "int 2x\n", &mc, &why));
  vec_free(&mc);
  arena_free(mem);
  close_world(&w);
}

static void refusals(void **unused) {
  (void)unused;
  world w = open_world(HEAD "process $main &main\nfunc &f() void {\nb1:\n  return\n}\nfunc &main() void {\nb1:\n  call "
                            "&f\n  return\n}\n" ELAB,
                       "");
  assert_non_null(w.c->refused);
  assert_string_equal(w.c->refused, "a call");
  close_world(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {cmocka_unit_test(e9_fly),      cmocka_unit_test(e9_cubes),
                                     cmocka_unit_test(e9_negative), cmocka_unit_test(unreachable),
                                     cmocka_unit_test(e18_new),     cmocka_unit_test(e18_top),
                                     cmocka_unit_test(e18_struct),  cmocka_unit_test(e19),
                                     cmocka_unit_test(files),       cmocka_unit_test(refusals)};
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// links: replay front
// The concrete interpreter under the interleaving scheduler, on .air programs: numbers of runs computed by hand, steps,
// blocking, atomic regions, memory of threads, data races, leaks.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/str.h"
#include "front/front.h"
#include "replay/enumerate.h"
#include "replay/machine.h"
#include "replay/simulate.h"

#define MEMORY_CHECKS                                                                           \
  (1u << IR_CHECK_ASSERT | 1u << IR_CHECK_BOUNDS | 1u << IR_CHECK_NULL | 1u << IR_CHECK_FREED | \
   1u << IR_CHECK_DOUBLE_FREE)
#define ENTRY "func &entry() void {\nb1:\n  start.ivl\n  return\n}\n"
#define FUNC(name, body) "func &" name "() void {\n" body "  return\n}\n"

static ir_module *load(const char *program) {
  strbuf b = {0};
  sb_printf(&b,
            "air 1\nlanguage \"test\"\nscheduler interleave\npointers 64\nproperties \"assert\"\nentry &entry\nsource "
            "\"f\"\n  \"\"\n%s%s",
            program, ENTRY);
  diags *d = diags_new();
  ir_module *m = front_air.parse("test.air", sb_text(&b), b.len, d);
  if (!m) diags_print(d, stderr);
  diags_free(d);
  sb_fini(&b);
  assert_non_null(m);
  return m;
}

static machine_options options(uint32_t checks) {
  return (machine_options){.checks = checks, .step_limit = 100000, .depth_limit = 100};
}

typedef struct last_states {
  char text[8][300];  // distinct final dumps
  uint32_t count[8], n;
} last_states;

static void note_end(void *arg, const machine *m) {
  last_states *all = arg;
  strbuf b = {0};
  machine_dump(m, &b);
  uint32_t i = 0;
  while (i < all->n && strcmp(all->text[i], sb_text(&b))) i++;
  if (i < 8) snprintf(all->text[i], sizeof all->text[i], "%s", sb_text(&b));
  if (i < 8) all->count[i]++;
  if (i == all->n && i < 8) all->n++;
  sb_fini(&b);
}

static enum_result all_runs(const char *program, uint32_t checks, int64_t lo, int64_t hi, last_states *ends) {
  ir_module *ir = load(program);
  machine_options o = options(checks);
  enum_result r;
  last_states unused = {0};
  enumerate_all(ir, &o, lo, hi, 100000, 1000, &r, note_end, ends ? ends : &unused);
  assert_true(r.complete);
  ir_module_free(ir);
  return r;
}

// Runs in the default order to the end.
static machine *run(ir_module *ir, uint32_t checks) {
  machine_options o = options(checks);
  machine *m = machine_new(ir, &o);
  simulate_options so = {.max_steps = 10000};
  simulate_run(m, &so, NULL, NULL);
  return m;
}

static void expect_good(const char *program, uint32_t checks) {
  ir_module *ir = load(program);
  machine *m = run(ir, checks);
  if (machine_get_status(m) != MACHINE_FINISHED)
    print_message("line %u: %s\n", machine_place(m).line, machine_message(m));
  assert_int_equal(machine_get_status(m), MACHINE_FINISHED);
  machine_free(m);
  ir_module_free(ir);
}

static void expect_violation(const char *program, uint32_t checks, ir_check check, uint32_t line) {
  ir_module *ir = load(program);
  machine *m = run(ir, checks);
  assert_int_equal(machine_get_status(m), MACHINE_VIOLATION);
  assert_int_equal(machine_check(m), check);
  assert_int_equal(machine_place(m).line, line);
  machine_free(m);
  ir_module_free(ir);
}

// --- interleavings

#define INCREMENT "b1:\n  temp i32 %1 %2\n  %1 = load i32 @x\n  %2 = add i32 %1, 1\n  store i32 @x, %2\n"
#define TWO "global @x i32\nprocess $A &A\nprocess $B &B\n"

static void lost_update(void **state) {
  (void)state;
  last_states ends = {0};
  enum_result r = all_runs(TWO FUNC("A", INCREMENT) FUNC("B", INCREMENT), MEMORY_CHECKS, 0, 0, &ends);
  assert_int_equal(r.runs, 6);
  assert_int_equal(r.finished, 6);
  assert_int_equal(ends.n, 2);
  assert_string_equal(ends.text[0], "time 0\nx = 2\nprocess A: ended\nprocess B: ended\n");
  assert_int_equal(ends.count[0], 2);
  assert_int_equal(ends.count[1], 4);
}

static void regions_are_atomic(void **state) {
  (void)state;
#define ATOMIC_INCREMENT                                                                                            \
  "b1:\n  temp i32 %1 %2\n  atomic_begin\n  %1 = load i32 @x\n  %2 = add i32 %1, 1\n  atomic_begin\n  atomic_end\n" \
  "  store i32 @x, %2\n  atomic_end\n"
  last_states ends = {0};
  enum_result r = all_runs(TWO FUNC("A", ATOMIC_INCREMENT) FUNC("B", ATOMIC_INCREMENT), MEMORY_CHECKS, 0, 0, &ends);
  assert_int_equal(r.runs, 2);
  assert_int_equal(ends.n, 1);
  assert_string_equal(ends.text[0], "time 0\nx = 2\nprocess A: ended\nprocess B: ended\n");
}

static void hidden_accesses_begin_no_step(void **state) {
  (void)state;
#define HIDDEN "b1:\n  temp i32* %1\n  store.hidden i32 @x, 1\n  rmw.add i32 @x, 1\n  store.hidden i32 @x, 1\n"
  enum_result r = all_runs(TWO FUNC("A", HIDDEN) FUNC("B", HIDDEN), MEMORY_CHECKS, 0, 0, NULL);
  assert_int_equal(r.runs, 2);
}

// main starts two threads of two stores each and joins them in order: 10 runs (the first join may come before, between
// or after what is left of the second thread).
#define WORKER FUNC("worker", "b1:\n  rmw.add i32 @x, 1\n  rmw.add i32 @x, 1\n")
#define JOINER                                                                                                  \
  "global @x i32\nprocess $main &main\n" WORKER                                                                 \
  "func &main() void {\nb1:\n  temp i32 %1 %2\n  %1 = spawn i32 &worker\n  %2 = spawn i32 &worker\n  join %1\n" \
  "  join %2\n  temp bool %3\n  temp i32 %4\n  %4 = load i32 @x\n  %3 = eq bool %4, i32:4\n  check.assert %3 "  \
  "\"all\"\n"                                                                                                   \
  "  stop\n  return\n}\n"

static void spawn_and_join(void **state) {
  (void)state;
  last_states ends = {0};
  enum_result r = all_runs(JOINER, MEMORY_CHECKS | 1u << IR_CHECK_DEADLOCK, 0, 0, &ends);
  assert_int_equal(r.runs, 10);
  assert_int_equal(r.finished, 10);
  assert_int_equal(r.violations, 0);
  assert_int_equal(ends.n, 1);
  assert_string_equal(ends.text[0], "time 0\nx = 4\nprocess main: live\n");
}

// A schedule with the numbers of somebody who saw the second spawn first.
static void numbers_are_given(void **state) {
  (void)state;
  static const machine_origin origins[] = {{9, 4}, {1, 2}};
  ir_module *ir = load(JOINER);
  machine_options o = options(MEMORY_CHECKS);
  o.origins = origins;
  o.n_origins = 2;
  machine *m = machine_new(ir, &o);
  uint32_t enabled[8];
  machine_origin origin;
  for (int round = 0; round < 2; round++) {
    machine_reset(m);
    machine_step(m, 0);
    machine_step(m, 1);
    assert_int_equal(machine_max_proc(m), 4);
    assert_string_equal(machine_proc_name(m, 4), "worker");
    assert_string_equal(machine_proc_name(m, 3), "worker#2");
    assert_false(machine_may_step(m, 2));
    // The second one begins: it is the lowest that has not made its first step.
    assert_int_equal(machine_enabled(m, enabled, 8), 1);
    assert_int_equal(enabled[0], 3);
    machine_step(m, 3);
    machine_step(m, 4);
    assert_int_equal(machine_enabled(m, enabled, 8), 2);
    assert_int_equal(enabled[0], 3);
    assert_int_equal(enabled[1], 4);
    assert_true(machine_proc_origin(m, 4, &origin));
    assert_int_equal(origin.parent, 1);
    assert_int_equal(origin.k, 1);
    assert_false(machine_proc_origin(m, 1, &origin));
  }
  machine_free(m);
  ir_module_free(ir);
}

// --- blocking

#define LOCKING(first, second) \
  "b1:\n  lock @" first " !5:1\n  lock @" second " !6:1\n  unlock @" second "\n  unlock @" first "\n"
#define MUTEXES "global @x i32\nglobal @y i32\nprocess $A &A\nprocess $B &B\n"

static void crossed_locks(void **state) {
  (void)state;
  enum_result r = all_runs(MUTEXES FUNC("A", LOCKING("x", "y")) FUNC("B", LOCKING("y", "x")), MEMORY_CHECKS, 0, 0,
                           NULL);
  assert_int_equal(r.runs, 6);
  assert_int_equal(r.deadlocks, 2);
  r = all_runs(MUTEXES FUNC("A", LOCKING("x", "y")) FUNC("B", LOCKING("y", "x")),
               MEMORY_CHECKS | 1u << IR_CHECK_DEADLOCK, 0, 0, NULL);
  assert_int_equal(r.violations, 2);
  assert_int_equal(r.check, IR_CHECK_DEADLOCK);
  assert_int_equal(r.at.line, 6);
  r = all_runs(MUTEXES FUNC("A", LOCKING("x", "y")) FUNC("B", LOCKING("x", "y")), MEMORY_CHECKS, 0, 0, NULL);
  assert_int_equal(r.deadlocks, 0);
  // x is taken by the one or the other; it is free again only with the last operation.
  assert_int_equal(r.runs, 2);
  expect_violation("global @x i32\nprocess $A &A\n" FUNC("A", LOCKING("x", "x")), 1u << IR_CHECK_DEADLOCK,
                   IR_CHECK_DEADLOCK, 6);
}

static void trying_locks(void **state) {
  (void)state;
  expect_good(
      "global @x i32\nglobal @y i32\nprocess $A &A\n" FUNC(
          "A", "b1:\n  temp bool %1 %2 %3 %4 %5\n  %1 = trylock bool @x\n  %2 = trylock bool @x\n  %3 = holds bool @x\n"
               "  %4 = holds bool @y\n  unlock @x\n  %5 = holds bool @x\n  check.assert %1 \"1\"\n  %2 = not bool %2\n"
               "  check.assert %2 \"2\"\n  check.assert %3 \"3\"\n  %4 = not bool %4\n  check.assert %4 \"4\"\n"
               "  %5 = not bool %5\n  check.assert %5 \"5\"\n"),
      MEMORY_CHECKS);
}

#define AWAIT_X "  await_begin\n  %1 = load i32 @x\n  %2 = eq bool %1, i32:1\n  await %2\n"

static void guards(void **state) {
  (void)state;
  static const char waits[] = TWO FUNC("A", "b1:\n  temp i32 %1\n  temp bool %2\n" AWAIT_X "  check.assert %2 \"\"\n")
      FUNC("B", "b1:\n  store i32 @x, 7\n  store i32 @x, 1\n");
  enum_result r = all_runs(waits, MEMORY_CHECKS, 0, 0, NULL);
  assert_int_equal(r.runs, 1);
  assert_int_equal(r.deadlocks, 0);
  // The guard is false again when B has gone on: one run waits for ever.
  static const char misses[] =
      TWO FUNC("A", "b1:\n  temp i32 %1\n  temp bool %2\n  atomic_begin\n" AWAIT_X "  store i32 @x, 5\n  atomic_end\n")
          FUNC("B", "b1:\n  store i32 @x, 1\n  store i32 @x, 2\n");
  r = all_runs(misses, MEMORY_CHECKS, 0, 0, NULL);
  assert_int_equal(r.runs, 2);
  assert_int_equal(r.deadlocks, 1);
  // Blocked inside of a region: others run meanwhile.
  static const char inside[] =
      TWO FUNC("A", "b1:\n  temp i32 %1\n  temp bool %2\n  atomic_begin\n  %1 = load i32 @x\n" AWAIT_X "  atomic_end\n")
          FUNC("B", "b1:\n  atomic_begin\n  store i32 @x, 1\n  atomic_end\n");
  r = all_runs(inside, MEMORY_CHECKS, 0, 0, NULL);
  assert_int_equal(r.runs, 2);
  assert_int_equal(r.deadlocks, 0);
}

// --- ends

static void assumptions_park(void **state) {
  (void)state;
  static const char program[] = TWO FUNC("A", "b1:\n  temp i32 %1\n  temp bool %2\n  %1 = load i32 @x\n"
                                              "  %2 = eq bool %1, i32:1\n  assume %2\n")
      FUNC("B", "b1:\n  store i32 @x, 1\n  check.assert bool:0 \"B\" !9:1\n");
  enum_result r = all_runs(program, 0, 0, 0, NULL);
  assert_int_equal(r.runs, 2);
  assert_int_equal(r.cut, 1);
  // What B does while A stands at its assumption counts.
  r = all_runs(program, MEMORY_CHECKS, 0, 0, NULL);
  assert_int_equal(r.violations, 2);
  assert_int_equal(r.at.line, 9);
}

static void stop_does_not_hide(void **state) {
  (void)state;
  static const char program[] = "global @x i32\nprocess $main &main\n" FUNC(
      "worker", "b1:\n  store i32 @x, 1\n  check.assert bool:0 \"w\" !8:1\n")
      FUNC("main", "b1:\n  spawn &worker\n  stop\n");
  expect_violation(program, MEMORY_CHECKS, IR_CHECK_ASSERT, 8);
  enum_result r = all_runs(program, 1u << IR_CHECK_DEADLOCK, 0, 0, NULL);
  assert_int_equal(r.runs, 1);
  assert_int_equal(r.finished, 1);
  // If leaks count, the moment of the end counts.
  r = all_runs(program, 1u << IR_CHECK_LEAK, 0, 0, NULL);
  assert_int_equal(r.runs, 2);
}

// --- loops

static void loops_are_left(void **state) {
  (void)state;
  // 600 backward jumps: steps of 256, 256 and 88, beside elaboration and end. The branch back is the last instruction.
  static const char program[] =
      "process $A &A\nfunc &A() void {\n  temp i32 %1\n  temp bool %2\nb1:\n  jump -> b2\nb2:\n"
      "  %1 = add i32 %1, 1\n  %2 = ule bool %1, i32:600\n  branch %2 -> b2, b3\nb3:\n  return\n}\n";
  enum_result r = all_runs(program, 0, 0, 0, NULL);
  assert_int_equal(r.runs, 1);
  assert_int_equal(r.steps, 5);
  static const char draws[] =
      "process $A &A\nfunc &A() void {\n  temp i32 %1\n  temp bool %2\nb1:\n  jump -> b2\nb2:\n"
      "  %1 = nondet i32 \"n\"\n  %2 = eq bool %1, i32:1\n  branch %2 -> b2, b3\nb3:\n  return\n}\n";
  ir_module *ir = load(draws);
  machine_options o = options(0);
  machine *m = machine_new(ir, &o);
  machine_step(m, 0);
  machine_step(m, 1);
  assert_int_equal(machine_inputs_drawn(m), 1);
  machine_free(m);
  ir_module_free(ir);
}

// A process that never comes to a visible operation keeps nobody from running.
static void endless_beginning(void **state) {
  (void)state;
  ir_module *ir = load(TWO FUNC("A", "b1:\n  jump -> b2\nb2:\n  jump -> b2\nb3:\n") FUNC("B", INCREMENT));
  machine_options o = options(0);
  machine *m = machine_new(ir, &o);
  uint32_t enabled[4];
  machine_step(m, 0);
  machine_step(m, 1);
  machine_step(m, 2);
  assert_int_equal(machine_enabled(m, enabled, 4), 2);
  machine_free(m);
  ir_module_free(ir);
}

// --- memory

static void own_copies(void **state) {
  (void)state;
#define OWN "b1:\n  temp i32 %1\n  rmw.add i32 @t, 1\n  %1 = load i32 @t\n  rmw.add i32 @x, %1\n"
  last_states ends = {0};
  all_runs("global @t i32 thread_local {\n  0 i32:10\n}\n" TWO FUNC("A", OWN) FUNC("B", OWN), MEMORY_CHECKS, 0, 0,
           &ends);
  assert_int_equal(ends.n, 1);
  assert_string_equal(ends.text[0], "time 0\nt = 10\nx = 22\nprocess A: ended\nprocess B: ended\n");
}

static void shadows(void **state) {
  (void)state;
  expect_good("global @x i32[4]\nprocess $A &A\n" FUNC(
                  "A", "b1:\n  temp i64* %1 %2 %3\n  temp i64 %4 %5\n  temp bool %6\n  temp i32* %7\n"
                       "  %1 = shadow i64 @x\n  store i64 %1, 5\n  %2 = shadow i64 @x+4\n  %4 = load i64 %2\n"
                       "  %6 = eq bool %4, i64:0\n  check.assert %6 \"other\"\n  %3 = shadow i64 @x\n"
                       "  %4 = load i64 %3\n  %6 = eq bool %4, i64:5\n  check.assert %6 \"same\"\n"
                       "  %5 = size i64 @x\n  %6 = eq bool %5, i64:16\n  check.assert %6 \"size\"\n"
                       "  %7 = new i32 i64:1\n  %1 = shadow i64 %7\n  free %7\n"),
              MEMORY_CHECKS | 1u << IR_CHECK_LEAK);
  expect_violation("process $A &A\n" FUNC("A", "b1:\n  temp i64* %1\n  temp i32* %2\n  %2 = new i32 i64:1\n"
                                               "  %1 = shadow i64 %2\n  free %2\n  store i64 %1, 5 !4:1\n"),
                   MEMORY_CHECKS, IR_CHECK_FREED, 4);
}

static bool give_ones(void *arg, size_t n, machine_input *in) {
  (void)arg;
  (void)n;
  in->bits = 0x11111111;
  return true;
}

static void indeterminate(void **state) {
  (void)state;
  // Byte 1 is stored before the first read; the second read draws nothing; a copy keeps what is unset.
  static const char program[] =
      "process $A &A\n" FUNC("A", "b1:\n  temp i32* %1 %2\n  temp i32 %3 %4\n  temp bool %5\n  temp char* %6\n"
                                  "  %1 = local.uninit i32 i64:1\n  %2 = local i32 i64:1\n  %6 = mov char* %1\n"
                                  "  %6 = ptradd char* %6, i64:1\n  store char %6, 2\n  copy %2, %1, i64:4\n"
                                  "  %3 = load i32 %1 !7:1\n  %4 = load i32 %1\n  %5 = eq bool %3, i32:0x11110211\n"
                                  "  check.assert %5 \"value\"\n  %5 = eq bool %3, %4\n  check.assert %5 \"again\"\n"
                                  "  %3 = load i32 %2\n");
  ir_module *ir = load(program);
  machine_options o = options(MEMORY_CHECKS);
  o.input = give_ones;
  machine *m = machine_new(ir, &o);
  simulate_options so = {0};
  assert_int_equal(simulate_run(m, &so, NULL, NULL), MACHINE_FINISHED);
  assert_int_equal(machine_inputs_drawn(m), 2);
  assert_string_equal(machine_input_at(m, 0)->name, "uninitialised");
  machine_free(m);
  ir_module_free(ir);
  expect_violation(program, MEMORY_CHECKS | 1u << IR_CHECK_UNINIT, IR_CHECK_UNINIT, 7);
}

static void leaks(void **state) {
  (void)state;
#define KEEPING "b1:\n  temp i32* %1\n  %1 = new i32 i64:1 !5:1\n  store i32* @p, %1\n"
  uint32_t checks = MEMORY_CHECKS | 1u << IR_CHECK_LEAK;
  expect_good("global @p i32*\nprocess $A &A\n" FUNC("A", KEEPING), checks);
  expect_violation("global @p i32*\nprocess $A &A\n" FUNC("A", KEEPING "  store i32* @p, null\n"), checks,
                   IR_CHECK_LEAK, 5);
  expect_violation("process $A &A\n" FUNC("A", "b1:\n  temp i32* %1\n  %1 = new i32 i64:1 !5:1\n"), checks,
                   IR_CHECK_LEAK, 5);
  // Memory that is reached through other memory.
  expect_good("global @p i32**\nprocess $A &A\n" FUNC(
                  "A", "b1:\n  temp i32* %1\n  temp i32** %2\n  %1 = new i32 i64:1\n"
                       "  %2 = new i32* i64:1\n  store i32* %2, %1\n  store i32** @p, %2\n"),
              checks);
}

static void floats(void **state) {
  (void)state;
  // 0.1f + 0.2f, 0.1 + 0.2, 7.5 mod 2, (int)-3.9, (float)16777217, NaN.
  expect_good("process $A &A\n" FUNC(
                  "A",
                  "b1:\n  temp f32 %1 %7\n  temp f64 %2\n  temp bool %3\n  temp i32 %4\n  temp f80 %5\n  temp f16 %6\n"
                  "  %1 = fadd f32 f32:0x3dcccccd, f32:0x3e4ccccd\n  %3 = fcmp.oeq bool %1, f32:0x3e99999a\n"
                  "  check.assert %3 \"single\"\n  %2 = fadd f64 f64:0x3fb999999999999a, f64:0x3fc999999999999a\n"
                  "  %3 = fcmp.oeq bool %2, f64:0x3fd3333333333334\n  check.assert %3 \"double\"\n"
                  "  %2 = frem f64 f64:0x401e000000000000, f64:0x4000000000000000\n"
                  "  %3 = fcmp.oeq bool %2, f64:0x3ff8000000000000\n  check.assert %3 \"remainder\"\n"
                  "  %4 = ftos i32 f64:0xc00f333333333333\n  %3 = eq bool %4, i32:-3\n  check.assert %3 \"cut\"\n"
                  "  %1 = stof f32 i32:16777217\n  %3 = fcmp.oeq bool %1, f32:0x4b800000\n  check.assert %3 \"round\"\n"
                  "  %1 = fdiv f32 f32:0, f32:0\n  %3 = fcmp.uno bool %1, %1\n  check.assert %3 \"nan\"\n"
                  "  %3 = fcmp.oeq bool %1, %1\n  %3 = not bool %3\n  check.assert %3 \"ordered\"\n"
                  "  %5 = fconv f80 f64:0x3fb999999999999a\n  %2 = fconv f64 %5\n"
                  "  %3 = fcmp.oeq bool %2, f64:0x3fb999999999999a\n  check.assert %3 \"through f80\"\n"
                  "  %6 = fconv f16 f32:0x3f801000\n  %1 = fconv f32 %6\n  %3 = fcmp.oeq bool %1, f32:0x3f800000\n"
                  "  check.assert %3 \"tie to even\"\n  %5 = fneg f80 %5\n  %3 = fcmp.olt bool %5, f80:0\n"
                  "  check.assert %3 \"negative\"\n"),
              MEMORY_CHECKS);
}

// --- data races

typedef struct race_count {
  uint32_t races, runs;
  machine_race_info first;
  char variable[40];
} race_count;

// Every pair of neighbouring steps of every run.
static race_count count_races(const char *program) {
  ir_module *ir = load(program);
  machine_options o = options(1u << IR_CHECK_RACE);
  machine *m = machine_new(ir, &o);
  race_count c = {0};
  for (uint64_t seed = 0; seed < 200; seed++, c.runs++) {
    uint64_t bits = seed;
    machine_reset(m);
    while (machine_get_status(m) == MACHINE_RUNNING) {
      uint32_t enabled[8];
      size_t n = machine_enabled(m, enabled, 8);
      machine_step(m, enabled[bits % n]);
      bits /= n;
      machine_race_info race;
      if (!machine_race(m, PLACE_NONE, &race)) continue;
      if (!c.races) snprintf(c.variable, sizeof c.variable, "%s", race.variable);
      if (!c.races++) c.first = race;
    }
  }
  machine_free(m);
  ir_module_free(ir);
  return c;
}

static void data_races(void **state) {
  (void)state;
  race_count c = count_races("global @x i32[3]\nprocess $A &A\nprocess $B &B\n" FUNC(
      "A", "b1:\n  store i32 @x+8, 1 !3:1\n") FUNC("B", "b1:\n  temp i32 %1\n  %1 = load i32 @x+8 !4:1\n"));
  assert_true(c.races > 0);
  assert_int_equal(c.first.at[0].line + c.first.at[1].line, 7);
  assert_true(c.first.write[0] != c.first.write[1]);
  assert_string_equal(c.variable, "x[2]");
  c = count_races("global @x i32[3]\nprocess $A &A\nprocess $B &B\n" FUNC("A", "b1:\n  store i32 @x+8, 1\n")
                      FUNC("B", "b1:\n  temp i32 %1\n  %1 = load i32 @x+4\n"));
  assert_int_equal(c.races, 0);
  // Both atomic: none; one not: a race.
  c = count_races(TWO FUNC("A", "b1:\n  store.atomic i32 @x, 1\n")
                      FUNC("B", "b1:\n  atomic_begin\n  store i32 @x, 2\n  atomic_end\n"));
  assert_int_equal(c.races, 0);
  c = count_races(TWO FUNC("A", "b1:\n  store i32 @x, 1\n") FUNC("B", "b1:\n  store.atomic i32 @x, 2\n"));
  assert_true(c.races > 0);
  // Under a lock the accesses are never enabled together.
#define LOCKED "b1:\n  temp i32 %1\n  lock @y\n  %1 = load i32 @x\n  store i32 @x, %1\n  unlock @y\n"
  c = count_races(MUTEXES FUNC("A", LOCKED) FUNC("B", LOCKED));
  assert_int_equal(c.races, 0);
  // What main did before it spawned is ordered; what it does before the join is not.
  c = count_races("global @x i32\nprocess $main &main\n" FUNC("w", "b1:\n  rmw.add i32 @x, 1\n") FUNC(
      "main", "b1:\n  temp i32 %1\n  store i32 @x, 4\n  %1 = spawn i32 &w\n  join %1\n  store i32 @x, 5\n"));
  assert_int_equal(c.races, 0);
  c = count_races("global @x i32\nprocess $main &main\n" FUNC("w", "b1:\n  rmw.add i32 @x, 1\n")
                      FUNC("main", "b1:\n  temp i32 %1\n  %1 = spawn i32 &w\n  store i32 @x, 5\n  join %1\n"));
  assert_true(c.races > 0);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(lost_update),
      cmocka_unit_test(regions_are_atomic),
      cmocka_unit_test(hidden_accesses_begin_no_step),
      cmocka_unit_test(spawn_and_join),
      cmocka_unit_test(numbers_are_given),
      cmocka_unit_test(crossed_locks),
      cmocka_unit_test(trying_locks),
      cmocka_unit_test(guards),
      cmocka_unit_test(assumptions_park),
      cmocka_unit_test(stop_does_not_hide),
      cmocka_unit_test(loops_are_left),
      cmocka_unit_test(endless_beginning),
      cmocka_unit_test(own_copies),
      cmocka_unit_test(shadows),
      cmocka_unit_test(indeterminate),
      cmocka_unit_test(leaks),
      cmocka_unit_test(floats),
      cmocka_unit_test(data_races),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

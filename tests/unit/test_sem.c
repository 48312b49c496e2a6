// links: sem front_ivl front_air
// The symbolic interpreter: forks, checks, memory, inputs, limits.
#include "sem/forms.h"
#include "test_sem_world.h"

static const char two_threads[] = "int x; bool b; char c = 'a'; u8 v[2]; event e;\n"
                                  "thread A { x = -3; b = true; }\n"
                                  "thread B { v[1] = 200; wait e; x = 7; }\n"
                                  "main { start; }\n";

static void elaboration_and_dump(void **unused) {
  (void)unused;
  world w;
  world_open(&w, two_threads);
  state *s = sem_initial(w.m);
  world_expect_enabled(&w, s, "0");
  world_expect(&w, s, "time 0\nx = 0\nb = false\nc = 97\nv[0] = 0\nv[1] = 0\nprocess A: waiting\nprocess B: waiting\n");
  s = world_follow(&w, s, "0");
  world_expect_enabled(&w, s, "AB");
  s = world_follow(&w, s, "AB");
  world_expect(&w, s, "time 0\nx = -3\nb = true\nc = 97\nv[0] = 0\nv[1] = 200\nprocess A: ended\nprocess B: waiting\n");
  s = world_follow(&w, s, "00");
  world_expect_enabled(&w, s, "");
  state_unref(s);
  world_close(&w);
}

static void forks_share_and_are_apart(void **unused) {
  (void)unused;
  world w;
  world_open(&w, two_threads);
  state *s = world_start(&w, "0");
  state *other = state_fork(s);
  s = world_follow(&w, s, "AB");
  world_expect(&w, other,
               "time 0\nx = 0\nb = false\nc = 97\nv[0] = 0\nv[1] = 0\nprocess A: runnable\nprocess B: runnable\n");
  // A state with two owners is not changed by a step either.
  state *kept = state_ref(other);
  other = world_follow(&w, other, "B");
  assert_true(world_shows(&w, kept, "v[1] = 0"));
  assert_true(world_shows(&w, other, "v[1] = 200"));
  state_unref(kept);
  state_unref(other);
  state_unref(s);
  world_close(&w);
}

static void symbolic_branch_forks(void **unused) {
  (void)unused;
  world w;
  world_open(
      &w,
      "int y; thread A { int x = ?(int); if (x < 5) y = 1; else y = 2; if (x < 9) y = y + 10; }\nmain { start; }\n");
  world_step(&w, world_start(&w, "0"), 1);
  assert_int_equal(w.out.succs.len, 2);
  assert_int_equal(w.out.forks, 1);
  state *yes = world_take(&w, 0), *no = world_take(&w, 1);
  assert_true(sem_interrupted(yes) && sem_interrupted(no));
  world_expect_enabled(&w, yes, "A");
  assert_int_equal(pathcond_length(state_pathcond(yes)), 1);
  // x < 5 implies x < 9: no fork, the path condition stays.
  yes = world_go(&w, yes, 1, SEM_NEXT);
  assert_int_equal(w.out.forks, 0);
  assert_int_equal(pathcond_length(state_pathcond(yes)), 1);
  assert_true(world_shows(&w, yes, "y = 11"));
  assert_false(sem_interrupted(yes));
  world_step(&w, no, 1);
  assert_int_equal(w.out.succs.len, 2);
  state_unref(yes);
  world_close(&w);
}

static void checks_split(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "int y;\nthread A { uint x = ?(uint);\n  assert x < 10;\n  y = 1; assert x < 20; assert y == 2; "
                 "}\nmain { start; }\n");
  world_step(&w, world_start(&w, "0"), 1);
  assert_int_equal(w.out.succs.len, 2);
  assert_int_equal(w.out.forks, 0);
  assert_int_equal(w.out.succs.data[0].kind, SEM_VIOLATION);
  assert_int_equal(w.out.succs.data[0].check, IR_CHECK_ASSERT);
  assert_int_equal(w.out.succs.data[0].at.line, 3);
  assert_false(w.out.succs.data[0].uncertain);
  assert_int_equal(w.out.succs.data[1].kind, SEM_INTERRUPTED);
  // x < 10 is known now; the concrete check alone fails.
  state *bad = world_go(&w, world_take(&w, 1), 1, SEM_VIOLATION);
  assert_int_equal(w.out.succs.data[0].at.line, 4);
  state_unref(bad);
  world_close(&w);
}

static void switched_off_checks(void **unused) {
  (void)unused;
  world w;
  sem_options o = world_options();
  o.checks = 0;
  world_open_with(&w, &front_ivl, "int *p; int a;\nthread A { assert false; a = 1;\n  a = *p; }\nmain { start; }\n",
                  &o);
  world_step(&w, world_start(&w, "0"), 1);
  assert_int_equal(w.out.succs.len, 1);
  assert_int_equal(w.out.succs.data[0].kind, SEM_UNKNOWN);  // no defined way to go on
  assert_int_equal(w.out.succs.data[0].at.line, 3);
  world_close(&w);
}

static void assumptions_cut(void **unused) {
  (void)unused;
  world w;
  world_open(
      &w, "thread A { int x = ?(int); assume x < 5; assume x > 2; assume x != 3; assume x != 4; }\nmain { start; }\n");
  world_step(&w, world_start(&w, "0"), 1);
  assert_int_equal(w.out.succs.len, 1);
  assert_int_equal(w.out.succs.data[0].kind, SEM_CUT);
  assert_null(w.out.succs.data[0].s);
  world_close(&w);
}

static void symbolic_index(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "int a[4] = {1, 2, 3, 4}; int r;\n"
                 "thread A { int i = ?(int); assume 0 <= i && i < 4; r = a[i]; assert r >= 1 && r <= 4; a[i] = 9;\n"
                 "  assert a[i] == 9; int j = ?(int); assume 0 <= j && j < 4 && j != i; assert a[j] != 9;\n"
                 "  a[2] = 7; assert i == 2 || a[i] == 9; }\nmain { start; }\n");
  state *s = world_go(&w, world_start(&w, "0"), 1, SEM_NEXT);
  assert_true(world_shows(&w, s, "a[2] = 7"));
  assert_true(world_shows(&w, s, "a[3] = ?"));
  state_unref(s);
  world_close(&w);
}

static void symbolic_index_out_of_bounds(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "int a[4];\nthread A { uint i = ?(uint);\n  a[i] = 1;\n  assert a[i] == 1; }\nmain { start; }\n");
  world_step(&w, world_start(&w, "0"), 1);
  assert_int_equal(w.out.succs.len, 2);
  assert_int_equal(w.out.succs.data[0].kind, SEM_VIOLATION);
  assert_int_equal(w.out.succs.data[0].check, IR_CHECK_BOUNDS);
  assert_int_equal(w.out.succs.data[0].at.line, 3);
  state_unref(world_go(&w, world_take(&w, 1), 1, SEM_NEXT));
  world_close(&w);
}

#define AIR_HEAD "air 1\nlanguage \"c\"\nscheduler systemc\npointers 64\nproperties \"assert\"\nentry &main\n"
#define AIR_MAIN "func &main() void {\nb1:\n  start.ivl\n  return\n}\n"

// The access guards itself also where no check instruction stands before it.
static void unguarded_access(void **unused) {
  (void)unused;
  static const char text[] = AIR_HEAD "global @a i32[4]\nprocess $A &A\n"
                                      "func &A() void {\n  temp i64 %1 %2\n  temp i32* %3\n  temp i32 %4\nb1:\n"
                                      "  %1 = nondet i64 \"i\"\n  %2 = mul i64 %1, 4\n  %3 = ptradd i32* @a, %2\n"
                                      "  %4 = load i32 %3\n  return\n}\n" AIR_MAIN;
  world w;
  sem_options o = world_options();
  world_open_with(&w, &front_air, text, &o);
  world_step(&w, world_start(&w, "0"), 1);
  assert_int_equal(w.out.succs.len, 2);
  assert_int_equal(w.out.succs.data[0].kind, SEM_VIOLATION);
  assert_int_equal(w.out.succs.data[0].check, IR_CHECK_BOUNDS);
  state_unref(world_go(&w, world_take(&w, 1), 1, SEM_NEXT));
  world_close(&w);
}

// Bytes of wider cells, copies of ranges, fills, compare-and-swap, updates with result, exceptions, indirect calls.
static void operations_beyond_ivl(void **unused) {
  (void)unused;
  static const char text[] = AIR_HEAD
      "global @a i32[4]\nglobal @b i32[4]\nglobal @c u8\nglobal @d i32\nglobal @f void*\nglobal @w i64\nprocess $A &A\n"
      "func &thrower(%x i32) void {\nb1:\n  throw %x\n}\n"
      "func &twice(%x i32) i32 {\n  temp i32 %2\nb1:\n  %2 = add i32 %x, %x\n  return %2\n}\n"
      "func &A() void {\n  temp u8 %1\n  temp i32 %2 %3 %4\n  temp void* %5\nb1:\n"
      "  store i32 @a, 0x11223344\n  store i32 @a+4, 0x55667788\n"
      "  %1 = load u8 @a+2\n  store u8 @c, %1\n"
      "  copy @b, @a+2, i64:4\n"
      "  fill @a+12, u8:0xff, i64:4\n"
      "  %2 = cas i32 @b, 0x77881122, 5\n  %2 = cas i32 @b, 6, 7\n"
      "  %3 = rmw.umax i32 @d, 9\n  %3 = rmw.add i32 @d, 1\n"
      "  store void* @f, &twice\n  %5 = load void* @f\n  %4 = call i32 %5, %3\n  store i32 @a+8, %4\n"
      "  store i64 @w, 0x100000002\n  store i32 @w+4, 3\n"
      "  call &thrower, i32:77 -> b3\n  jump -> b2\n"
      "b2:\n  unreachable\n"
      "b3:\n  %2 = landing i32\n  store i32 @b+12, %2\n  return\n}\n" AIR_MAIN;
  world w;
  sem_options o = world_options();
  world_open_with(&w, &front_air, text, &o);
  state *s = world_follow(&w, sem_initial(w.m), "0A");
  assert_true(world_shows(&w, s, "a[2] = 18\na[3] = -1\n"));
  assert_true(world_shows(&w, s, "b[0] = 5\nb[1] = 0\nb[2] = 0\nb[3] = 77\n"));
  assert_true(world_shows(&w, s, "c = 34\nd = 10\n"));
  assert_true(world_shows(&w, s, "w = 12884901890\n"));
  state_unref(s);
  world_close(&w);
}

// What this scheduler cannot do ends UNKNOWN with the name of the operation.
static void operations_without_meaning(void **unused) {
  (void)unused;
  static const char *const ops[] = {"lock @e", "unlock @e", "join i32:1", "step", "kill i32:1", "disable i32:1"};
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
    char text[1024];
    snprintf(text, sizeof text, "%sglobal @e event\nprocess $A &A\nfunc &A() void {\nb1:\n  %s\n  return\n}\n%s",
             AIR_HEAD, ops[i], AIR_MAIN);
    world w;
    sem_options o = world_options();
    world_open_with(&w, &front_air, text, &o);
    world_step(&w, world_start(&w, "0"), 1);
    assert_int_equal(w.out.succs.len, 1);
    assert_int_equal(w.out.succs.data[0].kind, SEM_UNKNOWN);
    char name[32];
    snprintf(name, sizeof name, "%.*s", (int)strcspn(ops[i], " "), ops[i]);
    assert_non_null(strstr(w.out.succs.data[0].message, name));
    world_close(&w);
  }
}

// Values wider than a machine word.
static void wide_integers(void **unused) {
  (void)unused;
  static const char text[] = AIR_HEAD
      "global @r u64\nglobal @wide u128\nprocess $A &A\n"
      "func &A() void {\n  temp u128 %1 %2 %3\n  temp u64 %4\n  temp bool %5\nb1:\n"
      "  %1 = zext u128 u64:0xffffffffffffffff\n  %2 = mul u128 %1, %1\n  store u128 @wide, %2\n"
      "  %3 = load u128 @wide\n  %3 = lshr u128 %3, 0x40\n  %4 = trunc u64 %3\n  store u64 @r, %4\n"
      "  %5 = ult bool %1, %2\n  check.assert %5 \"wide\"\n  return\n}\n" AIR_MAIN;
  world w;
  sem_options o = world_options();
  world_open_with(&w, &front_air, text, &o);
  state *s = world_follow(&w, sem_initial(w.m), "0A");
  assert_true(world_shows(&w, s, "r = 18446744073709551614\n"));
  assert_true(state_is_concrete(s));
  state_unref(s);
  world_close(&w);
}

// A scalar shares its chunk with others; a symbolic index into it (which can only be 0) leaves them alone.
static void symbolic_index_into_a_scalar(void **unused) {
  (void)unused;
  static const char text[] = AIR_HEAD
      "global @x i32 {\n  0 i32:1\n}\nglobal @y i32\nglobal @z i32 {\n  0 i32:3\n}\nprocess $A &A\n"
      "func &A() void {\n  temp i64 %1 %2\n  temp i32* %3\n  temp i32 %4\nb1:\n"
      "  %1 = nondet i64 \"i\"\n  %2 = mul i64 %1, 4\n  %3 = ptradd i32* @y, %2\n"
      "  store i32 %3, 7\n  %4 = load i32 %3\n  store i32 @z, %4\n  return\n}\n" AIR_MAIN;
  world w;
  sem_options o = world_options();
  world_open_with(&w, &front_air, text, &o);
  world_step(&w, world_start(&w, "0"), 1);
  assert_int_equal(w.out.succs.data[0].check, IR_CHECK_BOUNDS);
  state *s = world_go(&w, world_take(&w, 1), 1, SEM_NEXT);
  assert_true(world_shows(&w, s, "x = 1\ny = 7\nz = 7\n"));
  state_unref(s);
  world_close(&w);
}

static void records_with_symbolic_index(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "class P { int x; u8 k; }\nP p[3];\n"
                 "thread A { p[0].x = 1; p[1].x = 2; p[2].x = 3; int i = ?(int); assume 0 <= i && i < 3;\n"
                 "  p[i].x = p[i].x + 10; assert p[i].x >= 11 && p[i].x <= 13; p[i].k = 5;\n"
                 "  assert p[0].x + p[1].x + p[2].x == 16; assert p[0].k + p[1].k + p[2].k == 5; }\nmain { start; }\n");
  state_unref(world_go(&w, world_start(&w, "0"), 1, SEM_NEXT));
  world_close(&w);
}

static void pointers_to_two_objects_fork(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "int x; int y; int *p;\nthread A { bool b = ?(bool); p = b ? &x : &y; *p = 4; assert x + y == 4; "
                 "}\nmain { start; }\n");
  world_step(&w, world_start(&w, "0"), 1);
  assert_int_equal(w.out.succs.len, 2);
  state *other = world_take(&w, 1);
  state *s = world_go(&w, world_take(&w, 0), 1, SEM_NEXT);
  assert_true(world_shows(&w, s, "x = 4\ny = 0\np = ptr"));
  state_unref(s);
  s = world_go(&w, other, 1, SEM_NEXT);
  assert_true(world_shows(&w, s, "x = 0\ny = 4\np = ptr"));
  state_unref(s);
  world_close(&w);
}

static void symbolic_delays(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "int n; thread A { u8 d = ?(u8); assume d < 3; wait_time d; n = 1; }\nmain { start; }\n");
  world_step(&w, world_start(&w, "0"), 1);
  assert_int_equal(w.out.succs.len, 3);
  for (size_t i = 0; i < 3; i++) assert_int_equal(w.out.succs.data[i].kind, SEM_INTERRUPTED);
  state *s = world_go(&w, world_take(&w, 2), 1, SEM_NEXT);
  s = world_follow(&w, s, "0");
  assert_int_equal(state_time(s), 2);
  state_unref(s);
  world_close(&w);

  world_open(&w, "thread A { u16 d = ?(u16);\n wait_time d; }\nmain { start; }\n");
  world_step(&w, world_start(&w, "0"), 1);
  assert_int_equal(w.out.succs.len, 1);
  assert_int_equal(w.out.succs.data[0].kind, SEM_UNKNOWN);
  assert_int_equal(w.out.succs.data[0].at.line, 2);
  assert_non_null(strstr(w.out.succs.data[0].message, "delay"));
  world_close(&w);
}

static void negative_delays(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "event e; thread A { int d = ?(int); assume d > -2 && d < 1; notify e, d; }\nmain { start; }\n");
  world_step(&w, world_start(&w, "0"), 1);
  assert_int_equal(w.out.succs.len, 2);
  assert_int_equal(w.out.succs.data[0].kind, SEM_VIOLATION);
  assert_int_equal(w.out.succs.data[0].check, IR_CHECK_DELAY);
  state_unref(world_go(&w, world_take(&w, 1), 1, SEM_NEXT));
  world_close(&w);
}

static void limits(void **unused) {
  (void)unused;
  world w;
  sem_options o = world_options();
  o.step_limit = 1000;
  o.depth_limit = 20;
  static const char text[] = "int n;\nint f(int k) {\n  return f(k + 1); }\nthread A {\n  while (true) n = n + 1; }\n"
                             "thread B { n = f(0); }\nmain { start; }\n";
  world_open_with(&w, &front_ivl, text, &o);
  state *s = world_start(&w, "0");
  world_step(&w, state_fork(s), 1);
  assert_int_equal(w.out.succs.data[0].kind, SEM_UNKNOWN);
  assert_non_null(strstr(w.out.succs.data[0].message, "1000 instructions"));
  world_step(&w, s, 2);
  assert_int_equal(w.out.succs.data[0].kind, SEM_UNKNOWN);
  assert_non_null(strstr(w.out.succs.data[0].message, "recursion"));
  world_close(&w);
}

static void stop_flag(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "int n; thread A { while (true) n = n + 1; }\nmain { start; }\n");
  volatile int stop = 1;
  state *s = world_start(&w, "0");
  w.m->stop = &stop;
  world_step(&w, s, 1);
  assert_int_equal(w.out.succs.data[0].kind, SEM_UNKNOWN);
  assert_string_equal(w.out.succs.data[0].message, "interrupted");
  world_close(&w);
}

static size_t count_inputs(const state *s) {
  size_t n = 0;
  for (const state_input *in = state_inputs(s); in; in = in->older) n++;
  return n;
}

static void inputs_and_ranges(void **unused) {
  (void)unused;
  world w;
  sem_options o = world_options();
  o.has_input_range = true;
  o.input_lo = -2;
  o.input_hi = 3;
  static const char text[] =
      "int x = ?(int); u8 y = ?(u8); bool z = ?(bool); int a[3] = ?(int[3]);\n"
      "thread A { assert -2 <= x && x <= 3; assert y <= 3; assert a[2] <= 3; assert x == 0 || y == 1; }\n"
      "main { start; }\n";
  world_open_with(&w, &front_ivl, text, &o);
  state *s = world_start(&w, "0");
  assert_int_equal(count_inputs(s), 6);
  const state_input *newest = state_inputs(s);
  assert_string_equal(newest->name, "a[2]");
  assert_string_equal(newest->older->older->name, "a[0]");
  world_step(&w, s, 1);
  assert_int_equal(w.out.succs.len, 2);
  assert_int_equal(w.out.succs.data[0].kind, SEM_VIOLATION);
  world_close(&w);
}

static void fixing_inputs(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "int x = ?(int); int y = x + 1; int a[2] = ?(int[2]); thread A { assert y == 6; }\nmain { start; }\n");
  state *s = world_start(&w, "0");
  state *before = state_fork(s);
  assert_false(state_is_concrete(s));
  expr_vec literals = {0};
  state_literals(s, w.terms, &literals);
  assert_int_equal(literals.len, 3);
  model *m = model_new();
  for (size_t i = 0; i < literals.len; i++) model_set(m, literals.data[i], expr_const(w.terms, 32, i == 0 ? 5 : 0));
  sem_fix_inputs(w.m, s, m);
  model_free(m);
  vec_free(&literals);
  assert_true(state_is_concrete(s));
  assert_true(world_shows(&w, s, "x = 5\ny = 6"));
  assert_true(world_shows(&w, before, "x = ?"));
  for (const state_input *in = state_inputs(s); in; in = in->older) assert_true(expr_is_const(w.terms, in->literal));
  s = world_follow(&w, s, "A");
  state_unref(s);
  state_unref(before);
  world_close(&w);
}

static void large_symbolic_array(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "u8 a[100] = ?(u8[100]); thread A { assume a[99] == 4; int i = ?(int); assume i == 99; assert a[i] == "
                 "4; a[99] = 1; assert a[98] == a[98]; }\nmain { start; }\n");
  state *s = world_start(&w, "0");
  assert_int_equal(count_inputs(s), 100);
  assert_string_equal(state_inputs(s)->name, "a[99]");
  s = world_follow(&w, s, "A");
  assert_true(world_shows(&w, s, "a[99] = 1"));
  // Fixed to values, the array of constants counts as concrete.
  expr_vec literals = {0};
  state_literals(s, w.terms, &literals);
  model *m = model_new();
  for (size_t i = 0; i < literals.len; i++) {
    sort so = expr_sort(w.terms, literals.data[i]);
    expr zero = expr_const(w.terms, so.elem ? so.elem : so.width, 0);
    model_set(m, literals.data[i], so.elem ? expr_const_array(w.terms, so.width, zero) : zero);
  }
  assert_false(state_is_concrete(s));
  sem_fix_inputs(w.m, s, m);
  assert_true(state_is_concrete(s));
  assert_true(world_shows(&w, s, "a[97] = 0"));
  model_free(m);
  vec_free(&literals);
  state_unref(s);
  world_close(&w);
}

static void heap_names(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "int *p; int *q; int *old;\n"
                 "thread A { p = new int; *p = 3; old = p; delete p; q = new int; *q = 4; p = 0;\n  assert *old == 4; "
                 "}\nmain { start; }\n");
  // The freed name is not given away while `old` refers to it.
  state *s = world_go(&w, world_start(&w, "0"), 1, SEM_VIOLATION);
  assert_int_equal(w.out.succs.data[0].check, IR_CHECK_FREED);
  state_unref(s);
  world_close(&w);

  world_open(&w, "int *p;\nthread A { p = new int; delete p; delete p; }\nmain { start; }\n");
  s = world_go(&w, world_start(&w, "0"), 1, SEM_VIOLATION);
  assert_int_equal(w.out.succs.data[0].check, IR_CHECK_DOUBLE_FREE);
  state_unref(s);
  world_close(&w);

  world_open(&w, "int *p;\nint *f() { int x[2]; p = &x[1]; *p = 5; return p; }\nthread A { int *q = f();\n  *q = 1; "
                 "}\nmain { start; }\n");
  s = world_go(&w, world_start(&w, "0"), 1, SEM_VIOLATION);
  assert_int_equal(w.out.succs.data[0].check, IR_CHECK_FREED);
  state_unref(s);
  world_close(&w);
}

static void symbolic_switch(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "int y; thread A { u8 x = ?(u8); assume x < 4; switch (x) { case 0: y = 1; case 1: y = y + 2; break; "
                 "case 7: y = 9; break; default: y = 5; } }\nmain { start; }\n");
  state *todo[16], *s;
  size_t n = 0, done = 0;
  bool seen[16] = {false};
  todo[n++] = world_start(&w, "0");
  while (n > 0) {
    world_step(&w, todo[--n], 1);
    for (size_t i = 0; i < w.out.succs.len; i++) {
      sem_kind kind = w.out.succs.data[i].kind;
      s = world_take(&w, i);
      if (kind == SEM_INTERRUPTED) {
        todo[n++] = s;
        continue;
      }
      assert_int_equal(kind, SEM_NEXT);
      for (int y = 0; y < 10; y++) {
        char line[32];
        snprintf(line, sizeof line, "\ny = %d\n", y);
        strbuf b = {0};
        sem_dump(w.m, s, &b);
        if (strstr(sb_text(&b), line)) seen[y] = true;
        sb_fini(&b);
      }
      done++;
      state_unref(s);
    }
  }
  assert_int_equal(done, 3);
  assert_true(seen[3] && seen[2] && seen[5] && !seen[9]);
  world_close(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(elaboration_and_dump),
      cmocka_unit_test(forks_share_and_are_apart),
      cmocka_unit_test(symbolic_branch_forks),
      cmocka_unit_test(checks_split),
      cmocka_unit_test(switched_off_checks),
      cmocka_unit_test(assumptions_cut),
      cmocka_unit_test(symbolic_index),
      cmocka_unit_test(symbolic_index_out_of_bounds),
      cmocka_unit_test(unguarded_access),
      cmocka_unit_test(symbolic_index_into_a_scalar),
      cmocka_unit_test(operations_beyond_ivl),
      cmocka_unit_test(operations_without_meaning),
      cmocka_unit_test(wide_integers),
      cmocka_unit_test(records_with_symbolic_index),
      cmocka_unit_test(pointers_to_two_objects_fork),
      cmocka_unit_test(symbolic_delays),
      cmocka_unit_test(negative_delays),
      cmocka_unit_test(limits),
      cmocka_unit_test(stop_flag),
      cmocka_unit_test(inputs_and_ranges),
      cmocka_unit_test(fixing_inputs),
      cmocka_unit_test(large_symbolic_array),
      cmocka_unit_test(heap_names),
      cmocka_unit_test(symbolic_switch),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

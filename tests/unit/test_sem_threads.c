// links: sem front_air front_ivl
// Free interleaving on the step interface: numbers of runs against counts made by hand, numbers of spawned processes,
// states that grow (doc/semantics-threads.md).
#include "test_sem_world.h"

#define HEAD "air 1\nlanguage \"c\"\nscheduler interleave\npointers 64\nentry &elab\n"
#define ELAB "func &elab() void {\nb1:\n  start.ivl\n  return\n}\n"

typedef struct counts {
  unsigned final, deadlock, cut, violation, unknown;
  unsigned states;  // distinct ones, if a store was given
} counts;

// All runs from s, which is consumed; with a store every state is left only once.
static void explore(world *w, state *s, state_store *seen, counts *c) {
  bool is_new = true;
  if (seen) state_store_add(seen, s, true, &is_new);
  c->states += is_new;
  if (!is_new) {
    state_unref(s);
    return;
  }
  proc_vec enabled = {0};
  sem_enabled(w->m, s, &enabled);
  for (size_t i = 0; i < enabled.len; i++) {
    sem_out out = {0};
    sem_step(w->m, state_fork(s), enabled.data[i], &out);
    for (size_t k = 0; k < out.succs.len; k++) {
      sem_succ *v = &out.succs.data[k];
      c->final += v->kind == SEM_FINAL;
      c->cut += v->kind == SEM_CUT;
      c->violation += v->kind == SEM_VIOLATION;
      c->unknown += v->kind == SEM_UNKNOWN;
      if (v->kind != SEM_NEXT && v->kind != SEM_INTERRUPTED) continue;
      explore(w, v->s, seen, c);
      v->s = NULL;
    }
    c->deadlock += out.deadlock;
    sem_out_fini(&out);
  }
  vec_free(&enabled);
  state_unref(s);
}

static counts runs_of(const char *text, bool stored) {
  world w;
  sem_options o = world_options();
  world_open_with(&w, &front_air, text, &o);
  counts c = {0};
  state_store *seen = stored ? state_store_new(w.terms, w.solver) : NULL;
  explore(&w, sem_initial(w.m), seen, &c);
  state_store_free(seen);
  world_close(&w);
  return c;
}

// Two threads with a load and a store each, joined in order: the steps l1 s1 j1 and l2 s2 in any order, C(5, 2).
static void counter_race(void **unused) {
  (void)unused;
  counts c = runs_of(
      HEAD "global @x i32\nprocess $main &main\n"
           "func &work() void {\ntemp i32 %1\nb1:\n  %1 = load i32 @x\n  %1 = add i32 %1, 1\n  store i32 @x, %1\n  "
           "return\n}\n"
           "func &main() void {\ntemp i32 %1 %2 %3\ntemp bool %4\nb1:\n  %1 = spawn i32 &work\n  %2 = spawn i32 &work\n"
           "  join %1\n  join %2\n  %3 = load i32 @x\n  %4 = eq bool %3, i32:1\n  %4 = not bool %4\n"
           "  check.assert %4 \"both count\"\n  return\n}\n" ELAB,
      false);
  // Both orders in which the threads do not overlap are right: s2 then j1 at the three places behind s1, and l2 s2 first.
  assert_int_equal(c.final + c.violation, 10);
  assert_int_equal(c.final, 4);
}

#define SECTION(name)                                                                                \
  "func &" name "() void {\ntemp i32 %1\nb1:\n  lock @m\n  %1 = load i32 @x\n  %1 = add i32 %1, 1\n" \
  "  store i32 @x, %1\n  unlock @m\n  return\n}\n"

static void mutex(void **unused) {
  (void)unused;
  counts c = runs_of(HEAD "global @x i32\nglobal @m i8\nprocess $P &P\nprocess $Q &Q\n" SECTION("P") SECTION("Q") ELAB,
                     false);
  assert_int_equal(c.final, 2);
  assert_int_equal(c.deadlock, 0);
}

// One takes both: the other may take its first mutex before or after the last is given back. Each takes one: deadlock.
static void deadlock(void **unused) {
  (void)unused;
  counts c = runs_of(HEAD "global @a i8\nglobal @b i8\nprocess $P &P\nprocess $Q &Q\n"
                          "func &P() void {\nb1:\n  lock @a\n  lock @b\n  unlock @b\n  unlock @a\n  return\n}\n"
                          "func &Q() void {\nb1:\n  lock @b\n  lock @a\n  unlock @a\n  unlock @b\n  return\n}\n" ELAB,
                     false);
  assert_int_equal(c.deadlock, 2);
  assert_int_equal(c.final, 6);
}

// A process that takes what it holds waits for ever; trylock does not wait; holds tells its own mutexes.
static void own_mutex(void **unused) {
  (void)unused;
  counts c = runs_of(HEAD "global @m i8\nprocess $P &P\n"
                          "func &P() void {\ntemp bool %1\nb1:\n  %1 = trylock bool @m\n  check.assert %1 \"free\"\n"
                          "  %1 = trylock bool @m\n  %1 = not bool %1\n  check.assert %1 \"held\"\n"
                          "  %1 = holds bool @m\n  check.assert %1 \"mine\"\n  lock @m\n  return\n}\n" ELAB,
                     false);
  assert_int_equal(c.violation, 0);
  assert_int_equal(c.deadlock, 1);
}

#define REGION(name)                                                                                \
  "func &" name "() void {\ntemp i32 %1\nb1:\n  atomic_begin\n  %1 = load i32 @x\n  atomic_begin\n" \
  "  %1 = add i32 %1, 1\n  atomic_end\n  store i32 @x, %1\n  atomic_end\n  return\n}\n"

static void region(void **unused) {
  (void)unused;
  counts c = runs_of(HEAD "global @x i32\nprocess $P &P\nprocess $Q &Q\n" REGION("P") REGION("Q") ELAB, false);
  assert_int_equal(c.final, 2);
}

// Each waits for the other in turn: one order. Without the first store nobody is ever enabled.
static void awaiting(void **unused) {
  (void)unused;
#define AWAIT(first)                                                                                                \
  HEAD "global @turn i32\nglobal @n i32\nprocess $P &P\nprocess $Q &Q\n"                                            \
       "func &P() void {\ntemp i32 %1\ntemp bool %2\nb1:\n  atomic_begin\n  await_begin\n  %1 = load i32 @turn\n"   \
       "  %2 = eq bool %1, i32:1\n  await %2\n  store i32 @n, 1\n  store i32 @turn, 0\n  atomic_end\n  return\n}\n" \
       "func &Q() void {\ntemp i32 %1\ntemp bool %2\nb1:\n" first                                                   \
       "  await_begin\n  %1 = load i32 @n\n  %2 = eq bool %1, i32:1\n  await %2\n  return\n}\n" ELAB
  counts c = runs_of(AWAIT("  store i32 @turn, 1\n"), false);
  assert_int_equal(c.final, 1);
  assert_int_equal(c.deadlock, 0);
  c = runs_of(AWAIT(""), false);
  assert_int_equal(c.deadlock, 1);
}

// A guard over an input: where it holds the process goes on, where not it waits, and the other wakes it.
static void symbolic_guard(void **unused) {
  (void)unused;
  counts c = runs_of(
      HEAD
      "global @x i8\nprocess $P &P\nprocess $Q &Q\n"
      "func &P() void {\ntemp i8 %1\ntemp bool %2\nb1:\n  await_begin\n  %1 = load i8 @x\n  %2 = eq bool %1, i8:1\n"
      "  await %2\n  return\n}\n"
      "func &Q() void {\ntemp i8 %1\nb1:\n  step\n  store i8 @x, 1\n  return\n}\n"
      "func &elab() void {\ntemp i8 %1\nb1:\n  %1 = nondet i8 \"x\"\n  store i8 @x, %1\n  start.ivl\n  return\n}\n",
      false);
  // x is 1: P at three places among Q's two steps. Otherwise P's look at the guard adds nothing: it waits for the store;
  // the look may be made at the begin or behind the first step, or not at all.
  assert_int_equal(c.deadlock, 0);
  assert_int_equal(c.violation + c.unknown, 0);
  assert_true(c.final >= 4);
}

// x is seen before the store: goes on. Between the stores: parked while the other goes on. After both: alone, dropped.
static void assumption(void **unused) {
  (void)unused;
  counts c = runs_of(
      HEAD
      "global @x i32\nglobal @y i32\nprocess $P &P\nprocess $Q &Q\n"
      "func &P() void {\ntemp i32 %1\ntemp bool %2\nb1:\n  %1 = load i32 @x\n  %2 = eq bool %1, i32:0\n  assume %2\n"
      "  return\n}\n"
      "func &Q() void {\nb1:\n  store i32 @x, 1\n  store i32 @y, 1\n  return\n}\n" ELAB,
      false);
  assert_int_equal(c.final, 1);
  assert_int_equal(c.cut, 2);
  assert_int_equal(c.deadlock, 0);
}

// The region has written when its assumption fails: the other goes on as if the region had never begun.
static void assumption_in_region(void **unused) {
  (void)unused;
  counts c = runs_of(
      HEAD "global @x i32\nglobal @y i32\nprocess $P &P\nprocess $Q &Q\n"
           "func &P() void {\ntemp i32 %1\ntemp bool %2\nb1:\n  atomic_begin\n  store i32 @x, 1\n  %1 = load i32 @y\n"
           "  %2 = eq bool %1, i32:1\n  assume %2\n  atomic_end\n  return\n}\n"
           "func &Q() void {\ntemp i32 %1\ntemp bool %2\nb1:\n  %1 = load i32 @x\n  %2 = eq bool %1, i32:0\n"
           "  check.assert %2 \"nobody wrote\"\n  store i32 @y, 1\n  return\n}\n" ELAB,
      false);
  // P before Q's load, between load and store (cut both times: Q goes on and the run has no end), behind the store.
  assert_int_equal(c.violation + c.unknown + c.deadlock, 0);
  assert_int_equal(c.final, 1);
  assert_int_equal(c.cut, 2);
}

// The other process goes on behind a stop; the run ends regularly.
static void stopping(void **unused) {
  (void)unused;
  counts c = runs_of(
      HEAD
      "global @x i32\nprocess $P &P\nprocess $Q &Q\n"
      "func &P() void {\nb1:\n  step\n  stop\n  return\n}\n"
      "func &Q() void {\ntemp bool %1\nb1:\n  store i32 @x, 1\n  check.assert bool:0 \"reached\"\n  return\n}\n" ELAB,
      false);
  assert_int_equal(c.violation, 2);
}

// main spawns A, A spawns B; three stores in any order. The numbers tell who made whom.
static void tree(void **unused) {
  (void)unused;
  const char *text = HEAD
      "global @x i32\nglobal @y i32\nglobal @z i32\nprocess $main &main\n"
      "func &B() void {\nb1:\n  store i32 @z, 1\n  return\n}\n"
      "func &A() void {\ntemp i32 %1\nb1:\n  %1 = spawn i32 &B\n  store i32 @y, %1\n  return\n}\n"
      "func &main() void {\ntemp i32 %1\nb1:\n  %1 = spawn i32 &A\n  store i32 @x, %1\n  return\n}\n" ELAB;
  assert_int_equal(runs_of(text, false).final, 6);
  world w;
  sem_options o = world_options();
  world_open_with(&w, &front_air, text, &o);
  counts c = {0};
  explore(&w, sem_initial(w.m), NULL, &c);
  proc_id parent;
  uint32_t k;
  assert_false(sem_proc_origin(w.m, 1, &parent, &k));
  assert_true(sem_proc_origin(w.m, 2, &parent, &k));
  assert_int_equal(parent, 1);
  assert_int_equal(k, 1);
  assert_string_equal(sem_proc_name(w.m, NULL, 2), "A");
  assert_true(sem_proc_origin(w.m, 3, &parent, &k));
  assert_int_equal(parent, 2);
  assert_string_equal(sem_proc_name(w.m, NULL, 3), "B");
  world_close(&w);
}

static state *go(world *w, state *s, const proc_id *schedule, size_t n) {
  for (size_t i = 0; i < n; i++) s = world_go(w, s, schedule[i], SEM_NEXT);
  return s;
}

// Two parents spawn five each; the order does not show in the end, but the states on the way differ.
static void growing(void **unused) {
  (void)unused;
#define FIVE "  step\n  spawn &W\n  spawn &W\n  spawn &W\n  spawn &W\n  spawn &W\n  return\n}\n"
  const char *text = HEAD "process $P &P\nprocess $Q &Q\nfunc &W() void {\nb1:\n  return\n}\n"
                          "func &P() void {\nb1:\n" FIVE "func &Q() void {\nb1:\n" FIVE ELAB;
  world w;
  sem_options o = world_options();
  world_open_with(&w, &front_air, text, &o);
  state_store *seen = state_store_new(w.terms, w.solver);
  bool is_new;
  state *begin = go(&w, sem_initial(w.m), (const proc_id[]){0, 1, 2}, 3);
  state *p = go(&w, state_fork(begin), (const proc_id[]){1, 3, 4, 5, 6, 7}, 6);
  state *q = go(&w, state_fork(begin), (const proc_id[]){2, 8, 9, 10, 11, 12}, 6);
  state_id at_p = state_store_add(seen, p, true, &is_new), at_q = state_store_add(seen, q, true, &is_new);
  assert_int_not_equal(at_p.id, at_q.id);
  p = go(&w, p, (const proc_id[]){2, 8, 9, 10, 11, 12}, 6);
  q = go(&w, q, (const proc_id[]){1, 3, 4, 5, 6, 7}, 6);
  at_p = state_store_add(seen, p, true, &is_new);
  assert_true(is_new);
  at_q = state_store_add(seen, q, true, &is_new);
  assert_false(is_new);
  assert_int_equal(at_p.id, at_q.id);
  assert_string_equal(sem_proc_name(w.m, p, 3), "W");
  assert_string_equal(sem_proc_name(w.m, p, 12), "W#10");
  state_unref(begin);
  state_unref(p);
  state_unref(q);
  state_store_free(seen);
  world_close(&w);
}

// A loop without visible operations is a cycle of states, and keeps nobody from running.
static void endless(void **unused) {
  (void)unused;
  counts c = runs_of(HEAD
                     "global @x i32\nprocess $P &P\nprocess $Q &Q\n"
                     "func &P() void {\nb1:\n  jump -> b1\n}\n"
                     "func &Q() void {\nb1:\n  store i32 @x, 1\n  check.assert bool:0 \"reached\"\n  return\n}\n" ELAB,
                     true);
  assert_true(c.violation >= 1);
  assert_true(c.states < 10);
}

// Every process has its own copy, made from the initial value.
static void thread_local_copies(void **unused) {
  (void)unused;
  counts c = runs_of(
      HEAD
      "global @t i32 thread_local {\n  0 i32:5\n}\nglobal @p i32*\nprocess $P &P\nprocess $Q &P\n"
      "func &P() void {\ntemp i32 %1\ntemp bool %2\nb1:\n  %1 = load i32 @t\n  %1 = add i32 %1, 1\n"
      "  store i32 @t, %1\n  %1 = load i32 @t\n  %2 = eq bool %1, i32:6\n  check.assert %2 \"own\"\n  return\n}\n" ELAB,
      false);
  assert_int_equal(c.violation + c.unknown, 0);
  assert_int_equal(c.final, 20);  // three accesses each, C(6, 3)
}

static void foreign_operations(void **unused) {
  (void)unused;
  static const char *const ops[] = {"wait @e",    "notify @e",    "suspend i32:1",
                                    "kill i32:1", "await bool:1", "atomic_end"};
  for (size_t i = 0; i < sizeof ops / sizeof *ops; i++) {
    char text[512];
    snprintf(text, sizeof text, HEAD "global @e event\nprocess $P &P\nfunc &P() void {\nb1:\n  %s\n  return\n}\n" ELAB,
             ops[i]);
    assert_int_equal(runs_of(text, false).unknown, 1);
  }
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(counter_race),
      cmocka_unit_test(mutex),
      cmocka_unit_test(deadlock),
      cmocka_unit_test(own_mutex),
      cmocka_unit_test(region),
      cmocka_unit_test(awaiting),
      cmocka_unit_test(symbolic_guard),
      cmocka_unit_test(assumption),
      cmocka_unit_test(stopping),
      cmocka_unit_test(assumption_in_region),
      cmocka_unit_test(tree),
      cmocka_unit_test(growing),
      cmocka_unit_test(endless),
      cmocka_unit_test(thread_local_copies),
      cmocka_unit_test(foreign_operations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

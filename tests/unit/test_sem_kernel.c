// links: sem front_ivl
// The SystemC scheduler, phase by phase; the readings are those of doc/semantics-systemc.md.
#include "sem/forms.h"
#include "test_sem_world.h"

static void expect_time(const state *s, uint64_t time) { assert_int_equal(state_time(s), time); }

static void notifications_have_no_memory(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "event e; int x; thread A { wait e; x = 1; } thread B { notify e; }\nmain { start; }\n");
  state *s = world_start(&w, "0BA");  // B first: the notification is lost
  world_step(&w, s, 0);
  assert_true(w.out.deadlock);
  s = world_take(&w, 0);
  world_expect_enabled(&w, s, "0");
  s = world_follow(&w, s, "0");
  assert_true(world_shows(&w, s, "x = 0"));
  state_unref(s);
  s = world_start(&w, "0AB");
  world_expect_enabled(&w, s, "A");
  s = world_follow(&w, s, "A0");
  assert_false(w.out.deadlock);
  assert_true(world_shows(&w, s, "x = 1"));
  state_unref(s);
  world_close(&w);
}

static void deadlock_as_property(void **unused) {
  (void)unused;
  world w;
  sem_options o = world_options();
  o.checks |= 1u << IR_CHECK_DEADLOCK;
  world_open_with(&w, &front_ivl, "event e;\nthread A {\n  wait e; }\nmain { start; }\n", &o);
  world_step(&w, world_start(&w, "0A"), 0);
  assert_int_equal(w.out.succs.data[0].kind, SEM_VIOLATION);
  assert_int_equal(w.out.succs.data[0].check, IR_CHECK_DEADLOCK);
  assert_int_equal(w.out.succs.data[0].at.line, 3);
  world_close(&w);
}

static const char pending[] = "event e; int n;\n"
                              "thread A { wait e; n = n + 1; wait e; n = n + 1; }\n"
                              "thread B { notify e, 5; notify e, 2; notify e, 7; }\nmain { start; }\n";

static void one_pending_notification(void **unused) {
  (void)unused;
  world w;
  world_open(&w, pending);
  state *s = world_start(&w, "0AB0A");
  expect_time(s, 2);
  assert_true(world_shows(&w, s, "n = 1"));
  s = world_follow(&w, s, "0");  // nothing else is pending
  world_expect_enabled(&w, s, "0");
  expect_time(s, 2);
  state_unref(s);
  world_close(&w);

  sem_options o = world_options();
  o.pending_multi = true;
  world_open_with(&w, &front_ivl, pending, &o);
  s = world_start(&w, "0AB0A0A");
  expect_time(s, 5);
  assert_true(world_shows(&w, s, "n = 2"));
  state_unref(s);
  world_close(&w);
}

static void immediate_cancels_pending(void **unused) {
  (void)unused;
  world w;
  world_open(
      &w, "event e; int n; thread A { wait e; wait e; n = 1; } thread B { notify e, 3; notify e; }\nmain { start; }\n");
  state *s = world_start(&w, "0ABA0");
  assert_true(w.out.deadlock);
  state_unref(s);
  world_close(&w);
}

// A pending notification belongs to the event: it wakes who begins to wait later.
static void late_waiters(void **unused) {
  (void)unused;
  world w;
  world_open(&w,
             "event e; int n; thread A { wait_time 1; wait e; n = 1; } thread B { notify e, 3; }\nmain { start; }\n");
  state *s = world_start(&w, "0BA0A0A");
  expect_time(s, 3);
  assert_true(world_shows(&w, s, "n = 1"));
  state_unref(s);
  world_close(&w);
}

static void suspension(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "event e; int n; thread A { wait e; n = 1; } thread B { suspend A; notify e; resume A; suspend A; "
                 "}\nmain { start; }\n");
  state *s = world_start(&w, "0AB");
  // The notification ended the wait, the suspension remains; the resume takes effect in the delta phase and wins.
  assert_true(world_shows(&w, s, "process A: runnable suspended"));
  world_expect_enabled(&w, s, "0");
  s = world_follow(&w, s, "0");
  world_expect_enabled(&w, s, "A");
  s = world_follow(&w, s, "A");
  assert_true(world_shows(&w, s, "n = 1"));
  state_unref(s);
  // B first: A is suspended before it ran and keeps its turn.
  s = world_start(&w, "0B");
  assert_true(world_shows(&w, s, "process A: runnable suspended"));
  state_unref(s);
  world_close(&w);
}

static void suspend_itself(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "int n; thread A { n = 1; suspend A; n = 2; } thread B { wait_time 1; resume A; }\nmain { start; }\n");
  state *s = world_start(&w, "0AB");
  assert_true(world_shows(&w, s, "n = 1\nprocess A: runnable suspended"));
  s = world_follow(&w, s, "0B0A");
  assert_true(world_shows(&w, s, "n = 2\nprocess A: ended"));
  state_unref(s);
  world_close(&w);
}

static void initialisation(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "event e; int n; int u;\nupdate U { u = u + 1; }\n"
                 "thread A dont_initialize { n = 1; }\nthread B { wait e; n = 2; }\nthread C { resume A; }\n"
                 "main { request_update U; notify e; notify e, 0; suspend B; resume B; start; }\n");
  state *s = world_start(&w, "0");
  assert_true(world_shows(&w, s, "u = 1"));
  assert_true(world_shows(&w, s, "process A: runnable suspended\nprocess B: runnable\nprocess C: runnable\n"));
  world_expect_enabled(&w, s, "BC");
  s = world_follow(&w, s, "BC0A");
  assert_true(world_shows(&w, s, "n = 1"));  // e before the start reached nobody
  state_unref(s);
  world_close(&w);
}

static void updates_in_order(void **unused) {
  (void)unused;
  world w;
  world_open(&w,
             "int log; int k;\nupdate U { log = log * 10 + 1; if (k < 2) { k = k + 1; request_update U; } }\n"
             "update V { log = log * 10 + 2; }\nthread A { request_update V; request_update U; }\nmain { start; }\n");
  state *s = world_start(&w, "0A0");
  // Declaration order; what an update requests runs in the next update phase, although no process is enabled.
  assert_true(world_shows(&w, s, "log = 1211"));
  state_unref(s);
  world_close(&w);
}

static void fork_inside_an_update(void **unused) {
  (void)unused;
  world w;
  world_open(&w,
             "int x = ?(int); int y; event e;\nupdate U { if (x > 3) y = 1; else y = 2; }\nupdate V { notify e, 0; }\n"
             "thread A { request_update V; request_update U; wait e; y = y + 10; }\nmain { start; }\n");
  world_step(&w, world_start(&w, "0A"), 0);
  assert_int_equal(w.out.succs.len, 2);
  state *no = world_take(&w, 1), *yes = world_take(&w, 0);
  world_expect_enabled(&w, no, "0");
  no = world_follow(&w, no, "0A");
  assert_true(world_shows(&w, no, "y = 12"));
  yes = world_follow(&w, yes, "0A");
  assert_true(world_shows(&w, yes, "y = 11"));
  state_unref(no);
  state_unref(yes);
  world_close(&w);
}

static void bounded_starts(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "int n; u64 t;\nthread A { while (true) { n = n + 1; wait_time 2; } }\n"
                 "main { start 4; t = @time; start 5; start 6; t = @time; }\n");
  state *s = world_start(&w, "0A0A0A0");  // instants 0, 2, 4; the next one is beyond the bound
  expect_time(s, 4);
  assert_true(world_shows(&w, s, "n = 3\nt = 0"));
  s = world_follow(&w, s, "0");  // clean-up to the second start: absolute, nothing up to 5
  assert_true(world_shows(&w, s, "t = 4"));
  s = world_follow(&w, s, "00");  // its notification phase, then the third start
  s = world_follow(&w, s, "0A");  // the notification survived: due at 6
  expect_time(s, 6);
  assert_true(world_shows(&w, s, "n = 4"));
  s = world_follow(&w, s, "00");
  assert_true(world_shows(&w, s, "t = 6"));
  world_expect_enabled(&w, s, "");
  assert_false(sem_time_abstractable(w.m, s));
  state_unref(s);
  world_close(&w);
}

// Time passes over instants at which nobody is woken.
static void empty_instants(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "event e; event f; int n;\nthread A { notify e, 1; notify f, 4; wait f; n = 1; }\nmain { start; }\n");
  state *s = world_start(&w, "0A0");
  expect_time(s, 4);
  assert_true(sem_time_abstractable(w.m, s));
  state_unref(s);
  world_close(&w);
}

static void locations(void **unused) {
  (void)unused;
  world w;
  world_open(&w, "event e; void f() { wait e; } thread A { f(); }\nmain { start; }\n");
  state *s = world_start(&w, "0A");
  sem_chain chain = {0};
  sem_location(w.m, s, 1, &chain);
  assert_int_equal(chain.len, 2);
  assert_string_equal(w.ir->funcs[chain.data[0].func].name, "A");
  assert_string_equal(w.ir->funcs[chain.data[1].func].name, "f");
  const ir_instr *before = &w.ir->funcs[chain.data[0].func].code[chain.data[0].pc - 1];
  assert_int_equal(before->op, IR_CALL);
  vec_free(&chain);
  state_unref(s);
  world_close(&w);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(notifications_have_no_memory),
      cmocka_unit_test(deadlock_as_property),
      cmocka_unit_test(one_pending_notification),
      cmocka_unit_test(immediate_cancels_pending),
      cmocka_unit_test(late_waiters),
      cmocka_unit_test(suspension),
      cmocka_unit_test(suspend_itself),
      cmocka_unit_test(initialisation),
      cmocka_unit_test(updates_in_order),
      cmocka_unit_test(fork_inside_an_update),
      cmocka_unit_test(bounded_starts),
      cmocka_unit_test(empty_instants),
      cmocka_unit_test(locations),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

// links: app
// The watchdog: what stops a run, what it says, and that it gives up on a main thread that does not listen.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "app/watch.h"
#include "base/clock.h"

static atomic_int given_up;

static void count_give_up(void *arg, const char *reason) {
  (void)arg;
  (void)reason;
  atomic_fetch_add(&given_up, 1);
}

static void nap(void) {
  const struct timespec moment = {.tv_nsec = 10 * 1000 * 1000};
  nanosleep(&moment, NULL);
}

// True once the flag is set; a minute is far more than it takes, also on a busy machine.
static bool stops(const watch *w) {
  for (double end = clock_wall() + 60; clock_wall() < end && !*watch_stop_flag(w);) nap();
  return *watch_stop_flag(w) != 0;
}

static void test_nothing_happens(void **unused) {
  (void)unused;
  watch_config c = {.timeout_s = 1000, .grace_s = 1000, .give_up = count_give_up};
  watch *w = watch_start(&c);
  for (int i = 0; i < 12; i++) nap();
  assert_int_equal(*watch_stop_flag(w), 0);
  assert_null(watch_reason(w));
  watch_end(w);
}

static void test_time(void **unused) {
  (void)unused;
  watch_config c = {.timeout_s = 0.1, .grace_s = 1000, .give_up = count_give_up};
  watch *w = watch_start(&c);
  assert_true(stops(w));
  assert_string_equal(watch_reason(w), "time limit of 0.1 s (--timeout)");
  watch_end(w);
}

static void test_memory(void **unused) {
  (void)unused;
  watch_config c = {.max_rss = 1 << 20, .grace_s = 1000, .give_up = count_give_up};  // any process has more
  watch *w = watch_start(&c);
  assert_true(stops(w));
  assert_string_equal(watch_reason(w), "memory limit of 1 MB (--memory)");
  watch_end(w);
}

static bool is_scarce(uint64_t resident) { return resident > 0; }

static void test_scarce_memory(void **unused) {
  (void)unused;
  watch_config c = {.scarce = is_scarce, .grace_s = 1000, .give_up = count_give_up};
  watch *w = watch_start(&c);
  assert_true(stops(w));
  assert_string_equal(watch_reason(w), "no memory is left (--memory=MB ends a run before)");
  watch_end(w);
}

static void test_signals(void **unused) {
  (void)unused;
  const struct {
    int number;
    const char *reason;
  } cases[] = {
      {SIGINT, "interrupted by SIGINT"},
      {SIGTERM, "interrupted by SIGTERM"},
      {SIGHUP, "interrupted by SIGHUP"},
  };
  for (size_t i = 0; i < 3; i++) {
    watch_config c = {.grace_s = 1000, .give_up = count_give_up};
    watch *w = watch_start(&c);
    kill(getpid(), cases[i].number);
    assert_true(stops(w));
    assert_int_equal(*watch_stop_flag(w), cases[i].number);
    assert_string_equal(watch_reason(w), cases[i].reason);
    watch_end(w);
  }
}

static void test_gives_up(void **unused) {
  (void)unused;
  watch_config c = {.timeout_s = 0.05, .grace_s = 0.1, .give_up = count_give_up};
  atomic_store(&given_up, 0);
  watch *w = watch_start(&c);
  for (double end = clock_wall() + 60; clock_wall() < end && !atomic_load(&given_up);) nap();
  assert_true(atomic_load(&given_up) > 0);
  watch_end(w);
}

static void test_interrupts_the_solver(void **unused) {
  (void)unused;
  expr_options eo = {0};
  expr_table *terms = expr_table_new(&eo);
  smt_config sc = smt_default_config();
  smt *solver = smt_new(terms, &sc);
  watch_config c = {.timeout_s = 0.05, .grace_s = 1000, .give_up = count_give_up};
  watch *w = watch_start(&c);
  assert_true(stops(w));
  watch_set_solver(w, solver);  // also one that comes late
  assert_true(smt_interrupted(solver));
  watch_set_solver(w, NULL);
  watch_end(w);
  smt_free(solver);
  expr_table_free(terms);
}

int main(void) {
  const struct CMUnitTest tests[] = {
      cmocka_unit_test(test_nothing_happens),       cmocka_unit_test(test_time),    cmocka_unit_test(test_memory),
      cmocka_unit_test(test_scarce_memory),         cmocka_unit_test(test_signals), cmocka_unit_test(test_gives_up),
      cmocka_unit_test(test_interrupts_the_solver),
  };
  return cmocka_run_group_tests(tests, NULL, NULL);
}

#include "app/watch.h"

#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <time.h>

#include "base/check.h"
#include "base/clock.h"
#include "base/mem.h"

struct watch {
  watch_config config;
  double deadline;
  volatile int stop;  // read by engines, semantics and machines between instructions
  atomic_bool done;
  pthread_t thread;
  sem_t begun;
  pthread_mutex_t lock;  // guards solver and reason
  smt *solver;
  char text[64];
  const char *reason;
  sigset_t signals;
};

enum { POLL_NS = 50 * 1000 * 1000 };
#define REPEATED_SIGNAL_S 0.5

// Stops once; later causes do not change the reason.
static void stop(watch *w, int value) {
  pthread_mutex_lock(&w->lock);
  w->reason = w->text;
  w->stop = value;
  if (w->solver) smt_interrupt(w->solver);
  pthread_mutex_unlock(&w->lock);
}

static const char *signal_name(int number) {
  return number == SIGINT ? "SIGINT" : number == SIGTERM ? "SIGTERM" : "SIGHUP";
}

// Looks at the causes for stopping; `signal` is one that has just arrived or 0.
static void look(watch *w, int signal) {
  if (signal == SIGXCPU) {
    snprintf(w->text, sizeof w->text, "limit of CPU time (SIGXCPU)");
    stop(w, signal);
  } else if (signal > 0) {
    snprintf(w->text, sizeof w->text, "interrupted by %s", signal_name(signal));
    stop(w, signal);
  } else if (w->deadline > 0 && clock_wall() >= w->deadline) {
    snprintf(w->text, sizeof w->text, "time limit of %g s (--timeout)", w->config.timeout_s);
    stop(w, SIGALRM);
  } else if (w->config.max_rss && clock_current_rss() > w->config.max_rss) {
    snprintf(w->text, sizeof w->text, "memory limit of %llu MB (--memory)",
             (unsigned long long)(w->config.max_rss >> 20));
    stop(w, SIGSEGV);
  } else if (w->config.scarce && w->config.scarce(clock_current_rss())) {
    snprintf(w->text, sizeof w->text, "no memory is left (--memory=MB ends a run before)");
    stop(w, SIGSEGV);
  }
}

// Once stopped: has the main thread had its time? A second signal counts only after a moment, because a shell, make or
// timeout may send one signal twice. SIGXCPU comes every second once the limit of CPU time is passed: no news.
static bool is_over(const watch *w, double since, int signal) {
  double now = clock_wall();
  bool again = signal > 0 && signal != SIGXCPU && now > since + REPEATED_SIGNAL_S;
  if (again || now > since + w->config.grace_s) return true;
  return w->config.max_rss && clock_current_rss() > w->config.max_rss + w->config.max_rss / 2;
}

static void *watch_main(void *arg) {
  watch *w = arg;
  double since = 0;
  const struct timespec poll = {.tv_nsec = POLL_NS};
  sem_post(&w->begun);
  while (!atomic_load(&w->done)) {
    int signal = sigtimedwait(&w->signals, NULL, &poll);
    if (atomic_load(&w->done)) break;
    if (!w->stop) {
      look(w, signal);
      since = clock_wall();
    } else if (is_over(w, since, signal)) {
      w->config.give_up(w->config.arg, w->text);
    }
  }
  return NULL;
}

watch *watch_start(const watch_config *config) {
  watch *w = MEM_NEW(watch);
  w->config = *config;
  if (config->timeout_s > 0) w->deadline = clock_wall() + config->timeout_s;
  pthread_mutex_init(&w->lock, NULL);
  sigemptyset(&w->signals);
  const int numbers[] = {SIGINT, SIGTERM, SIGHUP, SIGXCPU};
  for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) sigaddset(&w->signals, numbers[i]);
  pthread_sigmask(SIG_BLOCK, &w->signals, NULL);
  sem_init(&w->begun, 0, 0);
  CHECK(pthread_create(&w->thread, NULL, watch_main, w) == 0, "the watchdog thread cannot be started");
  // A process that is forked while the thread is still being made (engine/parts) inherits the locks that making takes.
  while (sem_wait(&w->begun) != 0) continue;
  return w;
}

void watch_end(watch *w) {
  atomic_store(&w->done, true);
  pthread_kill(w->thread, SIGXCPU);  // ends the wait at once
  pthread_join(w->thread, NULL);
  // What came since is answered by the end of the run. SIGXCPU goes on coming, and would end the process before it has told.
  const struct timespec at_once = {0};
  while (sigtimedwait(&w->signals, NULL, &at_once) > 0) continue;
  if (w->stop) sigdelset(&w->signals, SIGXCPU);
  pthread_sigmask(SIG_UNBLOCK, &w->signals, NULL);
  pthread_mutex_destroy(&w->lock);
  sem_destroy(&w->begun);
  mem_free(w);
}

const volatile int *watch_stop_flag(const watch *w) { return &w->stop; }

const char *watch_reason(watch *w) {
  pthread_mutex_lock(&w->lock);
  const char *reason = w->reason;
  pthread_mutex_unlock(&w->lock);
  return reason;
}

void watch_set_solver(watch *w, smt *solver) {
  pthread_mutex_lock(&w->lock);
  w->solver = solver;
  if (solver && w->stop) smt_interrupt(solver);
  pthread_mutex_unlock(&w->lock);
}

// The watchdog: one thread that waits for signals, the deadline and the end of memory while the main thread works.
//
// When one of them comes it sets the stop flag, interrupts the solver and lets the main thread end in its own way. If
// that takes longer than a grace period (or the user asks again) it calls `give_up`, which must not return.
#ifndef APP_WATCH_H
#define APP_WATCH_H

#include <stdbool.h>
#include <stdint.h>

#include "smt/smt.h"

typedef struct watch watch;

typedef struct watch_config {
  double timeout_s;                   // 0 = none
  uint64_t max_rss;                   // bytes, 0 = none
  bool (*scarce)(uint64_t resident);  // is the memory of the machine nearly used up, and by us? NULL: nobody asks
  double grace_s;                     // after the first stop
  void (*give_up)(void *arg, const char *reason);
  void *arg;
} watch_config;

// Blocks SIGINT, SIGTERM, SIGHUP and SIGXCPU in the caller and starts the thread.
watch *watch_start(const watch_config *config);
// Ends the thread and unblocks the signals. Nothing calls give_up after this.
void watch_end(watch *w);

const volatile int *watch_stop_flag(const watch *w);
// Why the run was stopped ("time limit of 10 s", "interrupted by SIGINT", ...), or NULL.
const char *watch_reason(watch *w);
// The solver to interrupt; NULL before it is freed.
void watch_set_solver(watch *w, smt *solver);

#endif

// time.h, sys/time.h, unistd.h, sched.h: time passes as it likes, so waiting for it does nothing and clocks are inputs.
#define _GNU_SOURCE
#include <sched.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "model.h"

MODEL unsigned sleep(unsigned seconds) {
  cancellation_point();
  return 0;
}

MODEL int usleep(useconds_t microseconds) {
  cancellation_point();
  return 0;
}

MODEL int nanosleep(const struct timespec *time, struct timespec *left) {
  cancellation_point();
  return 0;
}

MODEL int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left) { return 0; }
MODEL int sched_yield(void) { return 0; }

MODEL time_t time(time_t *to) {
  time_t now = __allways_nondet_long("time");
  if (to) *to = now;
  return now;
}

MODEL clock_t clock(void) { return __allways_nondet_long("clock"); }

MODEL int clock_gettime(clockid_t clock, struct timespec *to) {
  to->tv_sec = __allways_nondet_long("seconds");
  long part = __allways_nondet_long("nanoseconds");
  __allways_assume(part >= 0 && part < 1000000000);
  to->tv_nsec = part;
  return 0;
}

MODEL int gettimeofday(struct timeval *restrict to, void *restrict zone) {
  to->tv_sec = __allways_nondet_long("seconds");
  long part = __allways_nondet_long("microseconds");
  __allways_assume(part >= 0 && part < 1000000);
  to->tv_usec = part;
  return 0;
}

MODEL long sysconf(int name) { return __allways_nondet_long("sysconf"); }
MODEL pid_t getpid(void) { return 1 + (__allways_nondet_int("getpid") & 0xffff); }

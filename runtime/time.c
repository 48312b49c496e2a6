// time.h, sys/time.h, unistd.h, sched.h: time passes as it likes, so waiting for it does nothing. Only if somebody asks a
// clock it is kept how much has passed at least: clocks do not go back, and show what was slept or waited for in vain.
//
// Nobody sets the clock of the calendar back while the program runs (the result says so). How far it is ahead of the
// steady one is not kept: a deadline of the one says nothing of the other.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <sched.h>
#include <sys/time.h>
#include <time.h>
#include <unistd.h>

#include "model.h"

#define SECOND 1000000000ll

// Seconds and nanoseconds; if the clocks of C++ are asked, which count nanoseconds, all of them and 0: what is
// multiplied is hard to compare.
struct moment {
  long long time;
  long rest;
};

#define SCALE (__allways_nanoseconds ? SECOND : 1)
// In seconds since 1970: the year 2191, beyond what 32 bits hold, with room for a program to add to it in nanoseconds. Only
// sleeping leads beyond.
#define LATEST (7000000000 * SCALE)

static struct moment steady, calendar;  // at least so late

HELPER _Bool is_calendar(int clock) { return clock == CLOCK_REALTIME || clock == CLOCK_TAI; }

HELPER struct moment moment_of(const struct timespec *t) {
  struct moment m = {t->tv_sec, t->tv_nsec};
  if (__allways_nanoseconds) {
    m.time = t->tv_sec * SECOND + t->tv_nsec;
    m.rest = 0;
  }
  return m;
}

HELPER _Bool is_before(const struct moment *a, const struct moment *b) {
  return (a->time < b->time) | ((a->time == b->time) & (a->rest < b->rest));
}

static void reach(struct moment *clock, const struct moment *to) {
  __allways_atomic_begin();
  if (is_before(clock, to)) *clock = *to;
  __allways_atomic_end();
}

MODEL _Bool is_no_time(const struct timespec *time) { return time && ((time->tv_nsec < 0) | (time->tv_nsec >= SECOND)); }

// --- what has passed ------------------------------------------------------------------------------------------------

static void sleep_by(const struct timespec *t, const struct moment *begin, struct moment *clock) {
  struct moment by = moment_of(t), until = {begin->time + by.time, begin->rest + by.rest};
  if (until.rest >= SECOND) {
    until.time++;
    until.rest -= SECOND;
  }
  reach(clock, &until);
}

struct moments time_begin(void) {
  struct moments begin;
  __allways_atomic_begin();
  begin.steady[0] = steady.time;
  begin.steady[1] = steady.rest;
  begin.calendar[0] = calendar.time;
  begin.calendar[1] = calendar.rest;
  __allways_atomic_end();
  return begin;
}

// No longer than some years: more is not asked for.
void time_lasted(const struct moments *begin, const struct timespec *time) {
  struct timespec least = {time->tv_sec > 100000000 ? 100000000 : time->tv_sec, time->tv_nsec};
  struct moment from_steady = {begin->steady[0], (long)begin->steady[1]};
  struct moment from_calendar = {begin->calendar[0], (long)begin->calendar[1]};
  if (time->tv_sec < 0) return;
  sleep_by(&least, &from_steady, &steady);
  sleep_by(&least, &from_calendar, &calendar);
}

void time_reached(int clock, const struct timespec *deadline) {
  if (!deadline || (long long)deadline->tv_sec > 8 * SECOND) return;  // what no number holds in nanoseconds
  struct moment m = moment_of(deadline);
  reach(is_calendar(clock) ? &calendar : &steady, &m);
}

// --- clocks ---------------------------------------------------------------------------------------------------------

HELPER long draw_below(long limit, const char *name) {
  long n = __allways_nondet_long(name);
  __allways_assume((n >= 0) & (n < limit));
  return n;
}

// Not before what it has shown, and as late as can be.
HELPER void show(struct moment *clock, struct moment now) {
  __allways_assume(!is_before(&now, clock) & ((now.time < LATEST) | (now.time == clock->time)));
  *clock = now;
}

HELPER long long read_nanoseconds(struct moment *clock, const char *name) {
  __allways_atomic_begin();
  struct moment now = {__allways_nondet_longlong(name), 0};
  show(clock, now);
  __allways_atomic_end();
  return now.time;
}

long long allways_clock_steady(void) { return read_nanoseconds(&steady, "clock"); }
long long allways_clock_calendar(void) { return read_nanoseconds(&calendar, "calendar"); }

// Seconds; `rest` nanoseconds are shown beside them.
HELPER time_t read_seconds(struct moment *clock, long rest, const char *name) {
  __allways_atomic_begin();
  struct timespec t = {draw_below(LONG_MAX, name), rest};
  __allways_assume(t.tv_sec <= LATEST / SCALE | t.tv_sec == clock->time / SCALE);
  show(clock, moment_of(&t));
  __allways_atomic_end();
  return t.tv_sec;
}

MODEL time_t time(time_t *to) {
  time_t now = read_seconds(&calendar, draw_below(SECOND, "nanoseconds"), "calendar");
  if (to) *to = now;
  return now;
}

// The time of a processor passes as it likes, but not back.
static _Thread_local long long used_by_thread;
static long long used;

HELPER void read_used(struct timespec *to, long long *least) {
  long rest = draw_below(SECOND, "nanoseconds");
  __allways_atomic_begin();
  time_t seconds = draw_below(2000000000, "seconds");
  long long now = seconds * SECOND + rest;
  __allways_assume(now >= *least);
  *least = now;
  __allways_atomic_end();
  to->tv_sec = seconds;
  to->tv_nsec = rest;
}

// Not known, or what was used in microseconds.
MODEL clock_t clock(void) {
  if (!__allways_libc_glibc && __allways_nondet_bool("the processor time is not known")) return -1;
  __allways_atomic_begin();
  clock_t now = draw_below(sizeof now == 8 ? (clock_t)(SECOND * 1000000) : LONG_MAX, "clock");
  __allways_assume(now * 1000ll + 999 >= used);
  used = now * 1000ll > used ? now * 1000ll : used;
  __allways_atomic_end();
  return now;
}

// Coarse clocks lag behind what others have shown.
static int read_clock(clockid_t clock, struct timespec *to) {
  if (clock < 0 || clock > CLOCK_TAI) {
    errno = EINVAL;
    return -1;
  }
  if (clock == CLOCK_REALTIME_COARSE || clock == CLOCK_MONOTONIC_COARSE) __allways_unsupported("a coarse clock");
  if (clock == CLOCK_THREAD_CPUTIME_ID || clock == CLOCK_PROCESS_CPUTIME_ID) {
    read_used(to, clock == CLOCK_THREAD_CPUTIME_ID ? &used_by_thread : &used);
    return 0;
  }
  to->tv_nsec = draw_below(SECOND, "nanoseconds");
  to->tv_sec = is_calendar(clock) ? read_seconds(&calendar, to->tv_nsec, "calendar")
                                  : read_seconds(&steady, to->tv_nsec, "clock");
  return 0;
}

MODEL int clock_gettime(clockid_t clock, struct timespec *to) { return read_clock(clock, to); }

MODEL int timespec_get(struct timespec *to, int base) {
  if (base != TIME_UTC) return 0;
  read_clock(CLOCK_REALTIME, to);
  return base;
}

MODEL int gettimeofday(struct timeval *restrict to, void *restrict zone) {
  long shown = draw_below(1000000, "microseconds");
  to->tv_sec = read_seconds(&calendar, shown * 1000 + draw_below(1000, "nanoseconds"), "calendar");
  to->tv_usec = shown;
  return 0;
}

// --- sleeping -------------------------------------------------------------------------------------------------------

MODEL void time_slept(const struct timespec *time) {
  if (!__allways_clocks) return;
  struct moments begin = time_begin();
  time_lasted(&begin, time);
}

MODEL unsigned sleep(unsigned seconds) {
  cancellation_point();
  struct timespec time = {seconds > INT_MAX ? INT_MAX : (time_t)seconds, 0};
  time_slept(&time);
  return 0;
}

MODEL int usleep(useconds_t microseconds) {
  cancellation_point();
  struct timespec time = {microseconds / 1000000, microseconds % 1000000 * 1000};
  time_slept(&time);
  return 0;
}

MODEL int nanosleep(const struct timespec *time, struct timespec *left) {
  cancellation_point();
  if (is_no_time(time) || time->tv_sec < 0) {
    errno = EINVAL;
    return -1;
  }
  time_slept(time);
  return 0;
}

MODEL int clock_nanosleep(clockid_t clock, int flags, const struct timespec *time, struct timespec *left) {
  cancellation_point();
  if (is_no_time(time) || time->tv_sec < 0) return EINVAL;
  if (flags & TIMER_ABSTIME)
    timed_out(clock, time);
  else
    time_slept(time);
  return 0;
}

MODEL int sched_yield(void) { return 0; }

// --- the system -----------------------------------------------------------------------------------------------------

// One number in all of a run.
static pid_t process;

MODEL pid_t getpid(void) {
  __allways_atomic_begin();
  if (!process) process = 1 + (__allways_nondet_int("getpid") & 0xffff);
  pid_t id = process;
  __allways_atomic_end();
  return id;
}

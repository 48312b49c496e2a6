// Timers that are descriptors (sys/timerfd.h). When one expires is the scheduler's choice; who waits for it waits until then.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>

#include "channels.h"

// By the number of the channel.
struct timer {
  _Bool runs, expired, repeats, absolute, told;  // expired: and nobody has read that; told: clocks are as late
  int clock;
  struct itimerspec set;
  struct moments begin;  // kept if __allways_clocks
};
static struct timer timers[MAX_CHANNELS];

_Bool timer_has(unsigned channel) { return timers[channel].expired; }
_Bool timer_may(unsigned channel) { return timers[channel].runs | timers[channel].expired; }

static void expire(struct timer *t) {
  t->expired = 1;
  t->runs = t->repeats;
}

void timer_settle(unsigned channel) {
  struct timer *t = &timers[channel];
  if (t->runs && !t->expired && __allways_nondet_bool("the timer has expired")) expire(t);
}

// Of one that repeats the first time alone is kept.
void timer_told(unsigned channel) {
  struct timer *t = &timers[channel];
  if (!__allways_clocks) return;
  __allways_atomic_begin();
  _Bool late = t->expired && !t->told, absolute = t->absolute;
  int clock = t->clock;
  struct timespec value = t->set.it_value;
  struct moments begin = t->begin;
  if (late) t->told = 1;
  __allways_atomic_end();
  if (!late) return;
  if (absolute)
    time_reached(clock, &value);
  else
    time_lasted(&begin, &value);
}

int timerfd_create(int clock, int flags) {
  if (flags & ~(TFD_NONBLOCK | TFD_CLOEXEC)) return failed(EINVAL);
  if (clock != CLOCK_REALTIME && clock != CLOCK_MONOTONIC && clock != CLOCK_BOOTTIME) return failed(EINVAL);
  int made = descriptor_alone(TIMER, flags);
  if (made < 0) return made;
  __allways_atomic_begin();
  timers[descriptor_look(made).channel] = (struct timer){.clock = clock};
  __allways_atomic_end();
  return made;
}

HELPER _Bool is_zero(const struct timespec *t) { return !t->tv_sec && !t->tv_nsec; }

// What is left is any part of what was set, or of what it repeats by; nothing if it does not run.
static struct itimerspec left_of(const struct timer *t) {
  struct itimerspec left = {t->set.it_interval, {0, 0}};
  if (!t->runs) return left;
  struct timespec most = t->repeats && (t->expired || t->absolute) ? t->set.it_interval : t->set.it_value;
  long seconds = __allways_nondet_long("seconds left"), part = __allways_nondet_long("nanoseconds left");
  __allways_assume((seconds >= 0) & (part >= 0) & (part < 1000000000) & ((seconds | part) != 0));
  if (!t->absolute) __allways_assume((seconds < most.tv_sec) | ((seconds == most.tv_sec) & (part <= most.tv_nsec)));
  left.it_value = (struct timespec){seconds, part};
  return left;
}

int timerfd_settime(int number, int flags, const struct itimerspec *fresh, struct itimerspec *old) {
  struct descriptor d = descriptor_look(number);
  if (!d.kind) return failed(EBADF);
  if (d.kind != TIMER || (flags & ~(TFD_TIMER_ABSTIME | TFD_TIMER_CANCEL_ON_SET))) return failed(EINVAL);
  if (is_no_time(&fresh->it_value) || is_no_time(&fresh->it_interval) || fresh->it_value.tv_sec < 0 || fresh->it_interval.tv_sec < 0)
    return failed(EINVAL);
  struct itimerspec set = *fresh, was;
  struct moments begin = {0};
  if (__allways_clocks) begin = time_begin();
  __allways_atomic_begin();
  struct timer *t = &timers[d.channel];
  if (old) was = left_of(t);
  _Bool runs = !is_zero(&set.it_value);
  *t = (struct timer){.runs = runs,
                      .repeats = runs && !is_zero(&set.it_interval),
                      .absolute = (flags & TFD_TIMER_ABSTIME) != 0,
                      .clock = t->clock,
                      .set = set,
                      .begin = begin};
  __allways_atomic_end();
  if (old) *old = was;
  return 0;
}

int timerfd_gettime(int number, struct itimerspec *out) {
  struct descriptor d = descriptor_look(number);
  if (!d.kind) return failed(EBADF);
  if (d.kind != TIMER) return failed(EINVAL);
  __allways_atomic_begin();
  struct itimerspec left = left_of(&timers[d.channel]);
  __allways_atomic_end();
  *out = left;
  return 0;
}

// How often it has expired: once, or, if it repeats, as often as the scheduler likes.
ssize_t timer_read(unsigned channel, _Bool nonblocking, void *to, size_t n) {
  if (n < sizeof(uint64_t)) return failed(EINVAL);
  const struct thread *self = cancellable();
  struct timer *t = &timers[channel];
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await(t->runs | t->expired | nonblocking | is_cancelled(self));
  if (!nonblocking && t->runs && !is_cancelled(self) && !t->expired) expire(t);
  timer_settle(channel);
  _Bool expired = t->expired;
  __allways_atomic_end();
  if (!expired && !nonblocking) thread_cancelled();
  if (!expired) return failed(EAGAIN);
  timer_told(channel);
  __allways_atomic_begin();
  uint64_t count = !t->expired ? 0 : t->repeats ? 1 + (uint64_t)__allways_nondet_uint("expirations") : 1;
  t->expired = 0;
  __allways_atomic_end();
  if (!count) return failed(EAGAIN);  // somebody else has read it
  __builtin_memcpy(to, &count, sizeof count);
  return sizeof count;
}

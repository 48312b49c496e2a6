// The system call futex, which the headers of C++ call (semaphores, latches, waiting for atomics, futures).
//
// Who waits is kept in a table and not beside the word: a word may be woken after it has ended.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <time.h>
#include <unistd.h>

#include "model.h"

enum { MAX_WAITERS = 16 };
enum { OP_WAIT = 0, OP_WAKE = 1, OP_WAIT_BITSET = 9, OP_WAKE_BITSET = 10, OP_MASK = 127, OP_CLOCK_REALTIME = 256 };

static struct {
  const void *word;  // NULL: free
  _Bool woken;
} waiters[MAX_WAITERS];

// 0: woken, or EAGAIN: the word had another value, or ETIMEDOUT: the time is over, as soon as the scheduler likes.
int futex_wait(const int *word, int value, _Bool limited) {
  __allways_atomic_begin();
  _Bool waits = *word == value;
  int k = 0;
  if (waits) {
    while (k < MAX_WAITERS && waiters[k].word) k++;
    if (k == MAX_WAITERS) __allways_unsupported("more than 16 threads that wait for words");
    waiters[k].word = word;
    waiters[k].woken = 0;
  }
  __allways_atomic_end();
  if (!waits) return EAGAIN;
  if (!limited) {
    __allways_atomic_begin();
    __allways_await_begin();
    __allways_await(waiters[k].woken);
    waiters[k].word = NULL;
    __allways_atomic_end();
    return 0;
  }
  __allways_atomic_begin();
  _Bool woken = waiters[k].woken;
  waiters[k].word = NULL;
  __allways_atomic_end();
  return woken ? 0 : ETIMEDOUT;
}

// Wakes as many as `most` of those that wait, any of them.
int futex_wake(const int *word, int most) {
  __allways_atomic_begin();
  int left = 0, woken = 0;
  for (int k = 0; k < MAX_WAITERS; k++) left += waiters[k].word == word && !waiters[k].woken;
  for (int k = 0; k < MAX_WAITERS && woken < most; k++) {
    if (waiters[k].word != word || waiters[k].woken) continue;
    if (most - woken >= left || __allways_nondet_bool("woken by a futex")) {
      waiters[k].woken = 1;
      woken++;
    }
    left--;
  }
  __allways_atomic_end();
  return woken;
}

// Numbers of x86-64 and of 32 bits.
HELPER _Bool is_call(long number, long wide, long narrow) { return number == (sizeof(void *) == 8 ? wide : narrow); }

// Registering, asking, and fences, which all accesses have anyway. Systems may not know it.
HELPER long membarrier(void) {
  long result = __allways_nondet_int("membarrier");
  __allways_assume(result >= -1);
  if (result < 0) errno = ENOSYS;
  return result;
}

long syscall(long number, ...) {
  if (is_call(number, 186, 224)) return gettid();
  if (is_call(number, 24, 158)) return 0;  // sched_yield
  if (is_call(number, 324, 375)) return membarrier();
  if (number != (sizeof(void *) == 8 ? 202 : 240)) __allways_unsupported("a system call other than futex, gettid, sched_yield and membarrier");
  va_list ap;
  va_start(ap, number);
  int *word = va_arg(ap, int *);
  int flags = va_arg(ap, int), operation = flags & OP_MASK, value = va_arg(ap, int);
  _Bool by_calendar = (flags & OP_CLOCK_REALTIME) != 0;
  _Bool waits = operation == OP_WAIT || operation == OP_WAIT_BITSET;
  const void *time = waits ? va_arg(ap, void *) : NULL;
  va_end(ap);
  if (operation == OP_WAKE || operation == OP_WAKE_BITSET) return futex_wake(word, value);
  if (!waits) __allways_unsupported("a futex operation other than wait and wake");
  struct moments begin = {0};
  if (__allways_clocks && time && operation == OP_WAIT) begin = time_begin();
  int error = futex_wait(word, value, time != NULL);
  if (__allways_clocks && error == ETIMEDOUT) {
    if (operation == OP_WAIT)
      time_lasted(&begin, time);
    else
      time_reached(by_calendar ? CLOCK_REALTIME : CLOCK_MONOTONIC, time);
  }
  if (!error) return 0;
  errno = error;
  return -1;
}

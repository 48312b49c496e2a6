// semaphore.h: unnamed semaphores.
#define _GNU_SOURCE
#include <errno.h>
#include <limits.h>
#include <semaphore.h>
#include <time.h>

#include "model.h"

struct semaphore {
  unsigned value;
};

// How many wait for it. Kept if the standard lets somebody ask.
struct semaphore_queue {
  int waiting;
};

#define COUNTS_WAITING (__allways_semaphore_values && !__allways_libc_glibc)
HELPER struct semaphore_queue *queue_of(const sem_t *sem) {
  return COUNTS_WAITING ? SHADOW(struct semaphore_queue, (const char *)sem + 2) : NULL;
}

// Where misuse counts, what the first word of an initialised semaphore holds: whoever writes over it has a semaphore no longer.
enum { SEMAPHORE_WORD = 0x5e3a };

HELPER _Bool is_overwritten(const sem_t *sem) {
  return __atomic_load_n((const int *)sem, __ATOMIC_RELAXED) != SEMAPHORE_WORD;
}

HELPER void use_semaphore(const struct life *l, const sem_t *sem, const char *function) {
  use(l, sem, 0, function);
  if (__allways_misuse) __allways_judge(!is_overwritten(sem), function, "it was overwritten");
}

MODEL int sem_init(sem_t *sem, int shared, unsigned value) {
  if (value > SEM_VALUE_MAX) {
    errno = EINVAL;
    return -1;
  }
  struct semaphore *s = SHADOW(struct semaphore, sem);
  struct life *l = life_of(sem);
  __allways_atomic_begin();
  if (__allways_misuse && l->state == LIFE_READY && is_overwritten(sem)) l->state = LIFE_UNTOLD;
  begin_life(l, 0, "sem_init");
  if (__allways_misuse) __atomic_store_n((int *)sem, SEMAPHORE_WORD, __ATOMIC_RELAXED);
  s->value = value;
  __allways_atomic_end();
  return 0;
}

// Who waits for it finds it destroyed: that is looked at there.
MODEL int sem_destroy(sem_t *sem) {
  if (!__allways_misuse) return 0;
  struct life *l = life_of(sem);
  __allways_atomic_begin();
  use_semaphore(l, sem, "sem_destroy");
  end_life(l, sem, 0, 0, "sem_destroy");
  __allways_atomic_end();
  return 0;
}

// True: it is taken. Otherwise the thread now waits.
HELPER _Bool take_or_wait(sem_t *sem, const char *function) {
  struct semaphore *s = SHADOW(struct semaphore, sem);
  struct semaphore_queue *q = queue_of(sem);
  struct life *l = life_of(sem);
  __allways_atomic_begin();
  use_semaphore(l, sem, function);
  _Bool taken = s->value > 0;
  if (taken)
    s->value--;
  else
    q->waiting++;
  __allways_atomic_end();
  return taken;
}

MODEL int sem_wait(sem_t *sem) {
  struct semaphore *s = SHADOW(struct semaphore, sem);
  struct life *l = life_of(sem);
  struct semaphore_queue *q = queue_of(sem);
  cancellation_point();
  const struct thread *self = cancellable();
  if (COUNTS_WAITING && take_or_wait(sem, "sem_wait")) return 0;
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await((s->value > 0) | is_cancelled(self) |
                  (__allways_misuse ? (l->state != LIFE_READY) | is_overwritten(sem) : 0));
  use_semaphore(l, sem, "sem_wait");
  _Bool taken = s->value > 0;
  if (taken) s->value--;
  if (COUNTS_WAITING) q->waiting--;
  __allways_atomic_end();
  if (__allways_cancellation && !taken) thread_cancelled();
  return 0;
}

HELPER int take_if_free(sem_t *sem, int error, const char *function) {
  struct semaphore *s = SHADOW(struct semaphore, sem);
  struct life *l = life_of(sem);
  __allways_atomic_begin();
  use_semaphore(l, sem, function);
  _Bool taken = s->value > 0;
  if (taken) s->value--;
  __allways_relax(!taken);
  __allways_atomic_end();
  if (taken) return 0;
  errno = error;
  return -1;
}

MODEL int sem_trywait(sem_t *sem) { return take_if_free(sem, EAGAIN, "sem_trywait"); }

// A time that is none is refused where it has to wait; elsewhere that is open.
HELPER int take_in_time(sem_t *sem, int clock, const struct timespec *time, const char *function) {
  cancellation_point();
  _Bool refused = is_no_time(time);
  if (refused && (__allways_libc_glibc || __allways_nondet_bool("the time limit is refused at once"))) {
    errno = EINVAL;
    return -1;
  }
  if (COUNTS_WAITING) {
    struct semaphore_queue *q = queue_of(sem);
    if (take_or_wait(sem, function)) return 0;
    __allways_atomic_begin();
    q->waiting--;
    __allways_atomic_end();
  }
  int result = take_if_free(sem, refused ? EINVAL : ETIMEDOUT, function);
  if (result && !refused) timed_out(clock, time);
  return result;
}

MODEL int sem_timedwait(sem_t *restrict sem, const struct timespec *restrict time) {
  return take_in_time(sem, CLOCK_REALTIME, time, "sem_timedwait");
}

MODEL int sem_clockwait(sem_t *restrict sem, clockid_t clock, const struct timespec *restrict time) {
  return take_in_time(sem, clock, time, "sem_clockwait");
}

MODEL int sem_post(sem_t *sem) {
  struct semaphore *s = SHADOW(struct semaphore, sem);
  struct life *l = life_of(sem);
  __allways_atomic_begin();
  use_semaphore(l, sem, "sem_post");
  _Bool full = s->value == SEM_VALUE_MAX;
  if (!full) s->value++;
  __allways_atomic_end();
  if (!full) return 0;
  errno = EOVERFLOW;
  return -1;
}

// Of a semaphore for which threads wait it is 0, or less by their number: one choice in a run.
enum { VALUES_OPEN, VALUES_ZERO, VALUES_NEGATIVE };
static int shown_values;

HELPER int shown_value(unsigned value, int waiting) {
  if (value || !waiting) return (int)value;
  if (shown_values == VALUES_OPEN)
    shown_values = __allways_nondet_bool("values of semaphores tell who waits") ? VALUES_NEGATIVE : VALUES_ZERO;
  return shown_values == VALUES_NEGATIVE ? -waiting : 0;
}

MODEL int sem_getvalue(sem_t *restrict sem, int *restrict value) {
  struct semaphore *s = SHADOW(struct semaphore, sem);
  struct semaphore_queue *q = queue_of(sem);
  struct life *l = life_of(sem);
  __allways_atomic_begin();
  use_semaphore(l, sem, "sem_getvalue");
  int now = COUNTS_WAITING ? shown_value(s->value, q->waiting) : (int)s->value;
  __allways_relax(1);
  __allways_atomic_end();
  *value = now;
  return 0;
}

// semaphore.h: unnamed semaphores.
#include <errno.h>
#include <limits.h>
#include <semaphore.h>

#include "model.h"

struct semaphore {
  unsigned value;
};

MODEL int sem_init(sem_t *sem, int shared, unsigned value) {
  if (value > SEM_VALUE_MAX) {
    errno = EINVAL;
    return -1;
  }
  struct semaphore *s = SHADOW(struct semaphore, sem);
  __allways_atomic_begin();
  s->value = value;
  __allways_atomic_end();
  return 0;
}

MODEL int sem_destroy(sem_t *sem) { return 0; }

MODEL int sem_wait(sem_t *sem) {
  struct semaphore *s = SHADOW(struct semaphore, sem);
  cancellation_point();
  const struct thread *self = cancellable();
  __allways_atomic_begin();
  __allways_await_begin();
  __allways_await((s->value > 0) | is_cancelled(self));
  _Bool taken = s->value > 0;
  if (taken) s->value--;
  __allways_atomic_end();
  if (__allways_cancellation && !taken) thread_cancelled();
  return 0;
}

MODEL int sem_trywait(sem_t *sem) {
  struct semaphore *s = SHADOW(struct semaphore, sem);
  __allways_atomic_begin();
  _Bool taken = s->value > 0;
  if (taken) s->value--;
  __allways_atomic_end();
  if (taken) return 0;
  errno = EAGAIN;
  return -1;
}

MODEL int sem_timedwait(sem_t *restrict sem, const struct timespec *restrict time) {
  if (sem_trywait(sem) == 0) return 0;
  errno = ETIMEDOUT;
  return -1;
}

MODEL int sem_post(sem_t *sem) {
  struct semaphore *s = SHADOW(struct semaphore, sem);
  __allways_atomic_begin();
  _Bool full = s->value == SEM_VALUE_MAX;
  if (!full) s->value++;
  __allways_atomic_end();
  if (!full) return 0;
  errno = EOVERFLOW;
  return -1;
}

MODEL int sem_getvalue(sem_t *restrict sem, int *restrict value) {
  struct semaphore *s = SHADOW(struct semaphore, sem);
  __allways_atomic_begin();
  unsigned now = s->value;
  __allways_atomic_end();
  *value = (int)now;
  return 0;
}

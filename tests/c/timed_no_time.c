// expect: safe
// options: --spurious-wakeups=off
// A time limit whose nanoseconds are no part of a second: EINVAL, and the mutex is kept. What need not wait need not look at it.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <threads.h>
#include <time.h>

int main(void) {
  struct timespec t = {0, 1500000000};
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_cond_t c = PTHREAD_COND_INITIALIZER;
  pthread_mutex_lock(&m);
  assert(pthread_cond_timedwait(&c, &m, &t) == EINVAL);
  assert(pthread_mutex_trylock(&m) == EBUSY);
  assert(pthread_mutex_timedlock(&m, &t) == EINVAL);
  pthread_mutex_unlock(&m);
  assert(!pthread_mutex_timedlock(&m, &t));
  pthread_mutex_unlock(&m);
  sem_t s;
  sem_init(&s, 0, 0);
  assert(sem_timedwait(&s, &t) == -1 && errno == EINVAL);
  assert(nanosleep(&t, NULL) == -1 && errno == EINVAL);
  assert(clock_nanosleep(CLOCK_MONOTONIC, 0, &t, NULL) == EINVAL);
  assert(thrd_sleep(&t, NULL) < -1);
  return 0;
}

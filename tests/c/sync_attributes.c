// expect: safe
// property: assert
// What attributes say is what was set; what is no value of theirs is refused.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <time.h>

int main(void) {
  pthread_mutexattr_t m;
  pthread_condattr_t c;
  pthread_rwlockattr_t l;
  pthread_barrierattr_t b;
  clockid_t clock;
  int v;
  pthread_mutexattr_init(&m);
  assert(!pthread_mutexattr_gettype(&m, &v) && v == PTHREAD_MUTEX_DEFAULT);
  assert(pthread_mutexattr_settype(&m, 99) == EINVAL);
  assert(!pthread_mutexattr_settype(&m, PTHREAD_MUTEX_RECURSIVE));
  assert(!pthread_mutexattr_gettype(&m, &v) && v == PTHREAD_MUTEX_RECURSIVE);
  assert(!pthread_mutexattr_getpshared(&m, &v) && v == PTHREAD_PROCESS_PRIVATE);
  assert(pthread_mutexattr_setpshared(&m, 5) == EINVAL);
  assert(!pthread_mutexattr_setpshared(&m, PTHREAD_PROCESS_SHARED));
  assert(!pthread_mutexattr_getpshared(&m, &v) && v == PTHREAD_PROCESS_SHARED);
  int set_to = pthread_mutexattr_setprotocol(&m, PTHREAD_PRIO_INHERIT);
  assert(set_to == 0 || set_to == ENOTSUP);
  assert(!pthread_mutexattr_getprotocol(&m, &v) && v == (set_to ? PTHREAD_PRIO_NONE : PTHREAD_PRIO_INHERIT));
  pthread_mutexattr_destroy(&m);
  pthread_mutexattr_init(&m);
  assert(!pthread_mutexattr_gettype(&m, &v) && v == PTHREAD_MUTEX_DEFAULT);

  pthread_condattr_init(&c);
  assert(!pthread_condattr_getclock(&c, &clock) && clock == CLOCK_REALTIME);
  assert(pthread_condattr_setclock(&c, CLOCK_PROCESS_CPUTIME_ID) == EINVAL);
  assert(!pthread_condattr_setclock(&c, CLOCK_MONOTONIC));
  assert(!pthread_condattr_getclock(&c, &clock) && clock == CLOCK_MONOTONIC);
  assert(!pthread_condattr_getpshared(&c, &v) && v == PTHREAD_PROCESS_PRIVATE);

  pthread_rwlockattr_init(&l);
  assert(!pthread_rwlockattr_getkind_np(&l, &v) && v == PTHREAD_RWLOCK_DEFAULT_NP);
  assert(!pthread_rwlockattr_setkind_np(&l, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP));
  assert(!pthread_rwlockattr_getkind_np(&l, &v) && v == PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  assert(!pthread_rwlockattr_getpshared(&l, &v) && v == PTHREAD_PROCESS_PRIVATE);

  pthread_barrierattr_init(&b);
  assert(!pthread_barrierattr_setpshared(&b, PTHREAD_PROCESS_SHARED));
  assert(!pthread_barrierattr_getpshared(&b, &v) && v == PTHREAD_PROCESS_SHARED);
  return 0;
}

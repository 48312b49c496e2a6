// expect: unsafe deadlock
// property: deadlock
// engines: auto naive stateful dpor
// The initialiser of a local variable.
#define _GNU_SOURCE
#include <pthread.h>

static void *writer(void *lock) {
  pthread_rwlock_wrlock(lock);
  pthread_rwlock_unlock(lock);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_rwlock_t r = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;
  pthread_rwlock_rdlock(&r);
  pthread_create(&t, 0, writer, &r);
  pthread_rwlock_rdlock(&r);
  pthread_rwlock_unlock(&r);
  pthread_rwlock_unlock(&r);
  pthread_join(t, 0);
  return 0;
}

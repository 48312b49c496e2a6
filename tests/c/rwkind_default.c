// expect: unsafe deadlock
// property: deadlock
// engines: auto naive stateful dpor
// Whom the lock prefers is the choice of the implementation: it may be the writer that waits.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;

static void *writer(void *unused) {
  pthread_rwlock_wrlock(&r);
  pthread_rwlock_unlock(&r);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_rwlock_rdlock(&r);
  pthread_create(&t, 0, writer, 0);
  pthread_rwlock_rdlock(&r);
  pthread_rwlock_unlock(&r);
  pthread_rwlock_unlock(&r);
  pthread_join(t, 0);
  return 0;
}

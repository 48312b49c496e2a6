// expect: unsafe deadlock
// property: deadlock
// engines: auto naive stateful dpor
// A reader that comes back while a writer waits: this kind lets the writer go first.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t r = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP;

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

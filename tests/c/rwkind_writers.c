// expect: unsafe deadlock
// property: deadlock
// engines: auto naive stateful dpor
// As rwkind_writers_static.c, by attributes.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_rwlock_t r;

static void *writer(void *unused) {
  pthread_rwlock_wrlock(&r);
  pthread_rwlock_unlock(&r);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_rwlockattr_t a;
  pthread_rwlockattr_init(&a);
  pthread_rwlockattr_setkind_np(&a, PTHREAD_RWLOCK_PREFER_WRITER_NONRECURSIVE_NP);
  pthread_rwlock_init(&r, &a);
  pthread_rwlock_rdlock(&r);
  pthread_create(&t, 0, writer, 0);
  pthread_rwlock_rdlock(&r);
  pthread_rwlock_unlock(&r);
  pthread_rwlock_unlock(&r);
  pthread_join(t, 0);
  return 0;
}

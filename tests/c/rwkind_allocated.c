// expect: safe
// property: assert,deadlock,uninitialised,pthread-misuse
// engines: auto naive stateful dpor
// Initialised by a call without attributes, and never taken twice by one thread.
#define _GNU_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>

static pthread_rwlock_t other = PTHREAD_RWLOCK_WRITER_NONRECURSIVE_INITIALIZER_NP, *r;
static int x;

static void *writer(void *unused) {
  pthread_rwlock_wrlock(r);
  x = 1;
  pthread_rwlock_unlock(r);
  return unused;
}

int main(void) {
  pthread_t t;
  r = malloc(sizeof *r);
  pthread_rwlock_init(r, 0);
  pthread_create(&t, 0, writer, 0);
  pthread_rwlock_rdlock(r);
  pthread_rwlock_rdlock(&other);
  assert(x == 0 || x == 1);
  pthread_rwlock_unlock(&other);
  pthread_rwlock_unlock(r);
  pthread_join(t, 0);
  pthread_rwlock_destroy(r);
  free(r);
  return 0;
}

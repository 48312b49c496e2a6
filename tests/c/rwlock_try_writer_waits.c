// expect: unsafe assert
// property: assert
// engines: auto naive stateful dpor
// An attempt to read may fail because a writer waits.
#include <assert.h>
#include <errno.h>
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
  int first = pthread_rwlock_tryrdlock(&r);
  if (first == 0) pthread_rwlock_unlock(&r);
  assert(first == 0);
  pthread_rwlock_unlock(&r);
  pthread_join(t, 0);
  return 0;
}

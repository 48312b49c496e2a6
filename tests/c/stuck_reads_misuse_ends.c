// expect: safe
// property: deadlock,pthread-misuse
// engines: auto naive stateful
// It reads in a loop, and somebody writes.
#include <pthread.h>
#include <stdlib.h>

static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
static int go;

static void *waits(void *unused) {
  (void)unused;
  for (int seen = 0; !seen;) {
    pthread_rwlock_rdlock(&l);
    seen = go;
    pthread_rwlock_unlock(&l);
  }
  return NULL;
}

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, waits, NULL)) abort();
  pthread_rwlock_wrlock(&l);
  go = 1;
  pthread_rwlock_unlock(&l);
  pthread_join(t, NULL);
  return 0;
}

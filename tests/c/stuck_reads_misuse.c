// expect: unsafe deadlock
// property: deadlock,pthread-misuse
// engines: auto naive stateful
// A lock for readers is held for a while in each round, and pinned as long.
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
  pthread_join(t, NULL);
  return 0;
}

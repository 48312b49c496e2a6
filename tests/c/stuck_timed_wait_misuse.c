// expect: unsafe deadlock
// property: deadlock,pthread-misuse
// engines: auto naive stateful
// Where misuse counts, what is waited for is pinned in each round, and no more at its end.
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go;

static void *waits(void *unused) {
  (void)unused;
  struct timespec until = {1, 0};
  pthread_mutex_lock(&m);
  while (!go) pthread_cond_timedwait(&c, &m, &until);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, waits, NULL)) abort();
  pthread_join(t, NULL);
  return 0;
}

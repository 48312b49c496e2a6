// expect: unsafe pthread-misuse
// property: deadlock,pthread-misuse
// engines: auto naive stateful
// Neither goes on, and one writes over what the other one waits for: the same bytes again and again.
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static volatile int go;

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
  while (!go) *(volatile int *)&c = 0;
  pthread_join(t, NULL);
  return 0;
}

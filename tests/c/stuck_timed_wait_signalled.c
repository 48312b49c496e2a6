// expect: safe
// property: deadlock
// engines: auto naive stateful
// A thread signals in a loop, and the one that waits goes on if it was woken in time. Neither round alone shows that they meet.
#include <pthread.h>
#include <stdatomic.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static atomic_int woken;

static void *run(void *unused) {
  struct timespec limit = {1, 0};
  pthread_mutex_lock(&m);
  while (pthread_cond_timedwait(&c, &m, &limit)) continue;
  pthread_mutex_unlock(&m);
  woken = 1;
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  while (!woken) pthread_cond_signal(&c);
  pthread_join(t, NULL);
}

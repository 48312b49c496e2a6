// expect: safe
// property: deadlock
// engines: auto naive stateful
// Blocked for the mutex that the waiting thread has: it gives it away while it waits, in each round.
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go, round;

static void *run(void *unused) {
  pthread_mutex_lock(&m);
  while (!go) {
    struct timespec limit = {1, 0};
    pthread_cond_timedwait(&c, &m, &limit);
  }
  pthread_mutex_unlock(&m);
  return NULL;
}

static void *tell(void *unused) {
  pthread_mutex_lock(&m);
  if (round++ == 1) go = 1;
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t t, u, v;
  pthread_create(&t, NULL, run, NULL);
  pthread_create(&u, NULL, tell, NULL);
  pthread_create(&v, NULL, tell, NULL);
  pthread_join(t, NULL);
  pthread_join(u, NULL);
  pthread_join(v, NULL);
}

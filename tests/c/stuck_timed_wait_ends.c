// expect: safe
// property: deadlock
// engines: auto naive stateful
// The same loop, and somebody who takes the mutex while it waits and lets it go on.
#include <pthread.h>
#include <stddef.h>
#include <time.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int go;

static void *run(void *unused) {
  pthread_mutex_lock(&m);
  while (!go) {
    struct timespec limit = {1, 0};
    pthread_cond_timedwait(&c, &m, &limit);
  }
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  pthread_mutex_lock(&m);
  go = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
}

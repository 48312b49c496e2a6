// expect: unsafe deadlock
// property: deadlock
// engines: auto naive stateful
// The time is over again and again, and nobody says that it may go on: to wait with a time limit in a loop is to wait.
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
  pthread_join(t, NULL);
}

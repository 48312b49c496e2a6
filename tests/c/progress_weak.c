// expect: unsafe progress
// property: progress
// The other thread can take the mutex again and again, and never does: weakly fair, not strongly (progress_strong.c).
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready;

static void *waiter(void *arg) {
  int seen;
  do {
    pthread_mutex_lock(&m);
    seen = ready;
    pthread_mutex_unlock(&m);
  } while (!seen);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, waiter, NULL);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  return 0;
}

// expect: safe
// property: progress
// options: --fairness=strong
// assuming: strong fairness: a thread that can step again and again does so in the end
// Looks again and again under a mutex. With weak fairness the other thread may never get it (progress_weak.c).
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

// expect: unsafe progress
// property: progress
// options: --spurious-wakeups=off
// Livelock: both take their first mutex, find the other one taken, give back, and begin again.
#include <pthread.h>

pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *first, pthread_mutex_t *second) {
  for (;;) {
    pthread_mutex_lock(first);
    if (!pthread_mutex_trylock(second)) break;
    pthread_mutex_unlock(first);
  }
  pthread_mutex_unlock(second);
  pthread_mutex_unlock(first);
}

void *other(void *p) {
  both(&b, &a);
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  both(&a, &b);
  pthread_join(t, 0);
  return 0;
}

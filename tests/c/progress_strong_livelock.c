// expect: unsafe progress
// property: progress
// options: --fairness=strong
// Both take, try and back off in step: everybody who can step again and again does so.
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

static void both(pthread_mutex_t *x, pthread_mutex_t *y) {
  pthread_mutex_lock(x);
  while (pthread_mutex_trylock(y)) {
    pthread_mutex_unlock(x);
    pthread_mutex_lock(x);
  }
  pthread_mutex_unlock(y);
  pthread_mutex_unlock(x);
}

static void *other(void *arg) {
  both(&b, &a);
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  both(&a, &b);
  pthread_join(t, NULL);
  return 0;
}

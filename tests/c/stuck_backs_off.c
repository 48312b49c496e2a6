// expect: safe
// property: deadlock
// engines: naive stateful auto
// Opposite orders, but whoever does not get the second lock gives back the first. They may do so for ever, and need not: no deadlock.
#include <pthread.h>
static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static void take_both(pthread_mutex_t *x, pthread_mutex_t *y) {
  for (;;) {
    pthread_mutex_lock(x);
    if (!pthread_mutex_trylock(y)) break;
    pthread_mutex_unlock(x);
  }
  pthread_mutex_unlock(y);
  pthread_mutex_unlock(x);
}
static void *other(void *unused) {
  take_both(&b, &a);
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  take_both(&a, &b);
  pthread_join(t, NULL);
  return 0;
}

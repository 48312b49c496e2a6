// expect: unsafe deadlock
// property: deadlock
// Only the robust one of the two is given back.
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t robust, stalled = PTHREAD_MUTEX_INITIALIZER;

static void *dies(void *unused) {
  pthread_mutex_lock(&robust);
  pthread_mutex_lock(&stalled);
  return unused;
}

int main(void) {
  pthread_mutexattr_t a;
  pthread_t t;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setrobust(&a, PTHREAD_MUTEX_ROBUST);
  pthread_mutex_init(&robust, &a);
  pthread_create(&t, 0, dies, 0);
  pthread_join(t, 0);
  pthread_mutex_lock(&robust);
  pthread_mutex_lock(&stalled);
  return 0;
}

// expect: unsafe deadlock
// property: deadlock
// engines: naive stateful dpor auto
// POSIX 2.9.5.2: printf and its like may be cancellation points. The thread that ends there keeps the mutex.
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *run(void *unused) {
  pthread_mutex_lock(&m);
  printf("%d\n", 1);
  pthread_mutex_unlock(&m);
  return NULL;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, run, NULL);
  pthread_cancel(t);
  pthread_join(t, NULL);
  pthread_mutex_lock(&m);
  return 0;
}

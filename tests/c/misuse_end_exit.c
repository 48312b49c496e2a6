// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: naive dpor auto
// pthread_exit leaves a function whose mutex is held.
#include <pthread.h>

static void leave(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_mutex_lock(&m);
  pthread_exit(0);
}

static void *work(void *argument) {
  leave();
  return argument;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, work, 0);
  pthread_join(t, 0);
  return 0;
}

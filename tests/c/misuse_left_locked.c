// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive
// The thread has ended, but holds what is initialised now.
#include <pthread.h>

static pthread_mutex_t m;

static void *worker(void *unused) {
  pthread_mutex_lock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  pthread_mutex_init(&m, 0);
  return 0;
}

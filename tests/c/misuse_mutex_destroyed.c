// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
// The thread may come too late.
#include <pthread.h>

static pthread_mutex_t m;

static void *worker(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_mutex_init(&m, 0);
  pthread_create(&t, 0, worker, 0);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  pthread_mutex_destroy(&m);
  pthread_join(t, 0);
  return 0;
}

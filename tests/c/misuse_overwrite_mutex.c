// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
// A static initialiser comes again while the thread may hold the mutex; nothing else is shared.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  m = (pthread_mutex_t)PTHREAD_MUTEX_INITIALIZER;
  pthread_join(t, 0);
  return 0;
}

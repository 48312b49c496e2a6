// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
#include <pthread.h>

static void *worker(void *unused) {
  pthread_join(pthread_self(), 0);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, worker, 0);
  pthread_join(t, 0);
  return 0;
}

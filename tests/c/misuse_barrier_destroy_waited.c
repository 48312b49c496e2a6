// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
#include <pthread.h>

static pthread_barrier_t b;

static void *waiter(void *unused) {
  pthread_barrier_wait(&b);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, waiter, 0);
  pthread_barrier_destroy(&b);
  return 0;
}

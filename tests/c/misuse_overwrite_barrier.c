// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
#include <pthread.h>
#include <string.h>

static pthread_barrier_t b;

static void *worker(void *unused) {
  pthread_barrier_wait(&b);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_barrier_init(&b, 0, 2);
  pthread_create(&t, 0, worker, 0);
  memset(&b, 0, sizeof b);
  pthread_barrier_wait(&b);
  pthread_join(t, 0);
  return 0;
}

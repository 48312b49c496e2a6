// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
#include <pthread.h>

static pthread_barrier_t b;

int main(void) {
  if (pthread_barrier_init(&b, 0, 0)) pthread_barrier_wait(&b);
  return 0;
}

// expect: unsafe non-termination
// property: termination
// Without fairness main may be the only one that runs.
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *sets(void *p) {
  x = 1;
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, sets, 0);
  while (!x) {
  }
  pthread_join(t, 0);
  return 0;
}

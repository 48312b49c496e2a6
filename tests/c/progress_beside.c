// expect: safe
// property: progress,assert
// outcomes: progress safe, assert safe
// assuming: weak fairness: a thread that can always step does so in the end
// What a proof rests on is said also if another engine answers the rest.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *sets(void *p) {
  x = 1;
  return p;
}

int main(void) {
  int y = 3;
  pthread_t t;
  pthread_create(&t, 0, sets, 0);
  while (!x) {
  }
  assert(y == 3);
  pthread_join(t, 0);
  return 0;
}

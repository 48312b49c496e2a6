// expect: unsafe progress
// property: progress
// The end of main does not count as what the thread waits for.
#include <pthread.h>
#include <stdatomic.h>

atomic_int x;

void *waits(void *p) {
  while (!x) {
  }
  return p;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, waits, 0);
  return 0;
}

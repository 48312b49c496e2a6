// expect: unsafe unreach-call
// property: unreach-call
// engines: auto naive stateful dpor
// A thread that ends the program may be late: what the others do before counts.
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern void reach_error(void);

int shared, other;

static void *worker(void *arg) {
  __VERIFIER_atomic_begin();
  shared = 1;
  abort();
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  other = 1;
  if (shared == 0 && other) reach_error();
  return 0;
}

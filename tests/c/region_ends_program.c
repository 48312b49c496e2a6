// expect: safe
// property: unreach-call
// engines: auto naive stateful dpor
// The program ends inside an atomic region: nobody sees what the region has done so far.
#include <pthread.h>
#include <stdlib.h>

extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int shared;

static void *worker(void *arg) {
  _Bool last = __VERIFIER_nondet_bool();
  __VERIFIER_atomic_begin();
  shared = 1;
  if (last) abort();
  shared = 0;
  __VERIFIER_atomic_end();
  return arg;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, worker, NULL);
  __VERIFIER_atomic_begin();
  int seen = shared;
  __VERIFIER_atomic_end();
  if (seen) reach_error();
  return 0;
}

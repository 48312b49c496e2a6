// expect: unsafe deadlock
// property: deadlock
// engines: auto naive stateful
// What is drawn in a round is assumed to be one of several values; with each of them it comes back.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static volatile int go;

static void *waits(void *unused) {
  while (!go) {
    int k = __VERIFIER_nondet_int();
    __VERIFIER_assume(k > 3);
  }
  return unused;
}

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, waits, NULL)) abort();
  pthread_join(t, NULL);
  return 0;
}

// expect: safe
// property: deadlock
// engines: auto stateful
// One of the values that are assumed lets it go on, and one of those that are not ends nothing.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
static volatile int go;

static void *waits(void *unused) {
  while (!go) {
    int k = __VERIFIER_nondet_int();
    __VERIFIER_assume(k > 3);
    if (k == 9) break;
  }
  return unused;
}

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, waits, NULL)) abort();
  pthread_join(t, NULL);
  return 0;
}

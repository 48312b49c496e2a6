// expect: safe
// property: deadlock
// engines: auto stateful
// Some values of the input end the program.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static volatile int go;

static void *waits(void *unused) {
  while (!go) {
    int k = __VERIFIER_nondet_int();
    if (k <= 3) abort();
  }
  return unused;
}

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, waits, NULL)) abort();
  pthread_join(t, NULL);
  return 0;
}

// expect: safe
// property: deadlock
// engines: auto stateful
// One value of the input ends the program.
#include <pthread.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static volatile int go;

static void *waits(void *unused) {
  (void)unused;
  while (!go) {
    int k = __VERIFIER_nondet_int();
    if (k == 8) exit(0);
  }
  return NULL;
}

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, waits, NULL)) abort();
  pthread_join(t, NULL);
  return 0;
}

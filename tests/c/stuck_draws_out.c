// expect: safe
// property: deadlock
// engines: auto stateful
// What is drawn may end it: the environment can let it go on.
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static volatile int go;

static void *waits(void *unused) {
  (void)unused;
  while (!go) {
    int k = __VERIFIER_nondet_int();
    if (k == 3) break;
  }
  return NULL;
}

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, waits, NULL)) abort();
  pthread_join(t, NULL);
  return 0;
}

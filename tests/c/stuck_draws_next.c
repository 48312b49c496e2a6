// expect: safe
// property: deadlock
// engines: auto stateful
// What is drawn is seen by the next round.
#include <pthread.h>
#include <sched.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
static volatile int go;

static void *waits(void *unused) {
  (void)unused;
  int k = 0;
  while (!go && k != 4) {
    k = __VERIFIER_nondet_int();
    if (k == 3) go = 1;
  }
  return NULL;
}

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, waits, NULL)) abort();
  pthread_join(t, NULL);
  return 0;
}

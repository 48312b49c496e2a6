// expect: safe
// property: deadlock
// engines: auto stateful
// Some inputs let it out if another thread has set a variable before.
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
static atomic_int go, other;

static void *waits(void *unused) {
  (void)unused;
  while (!go) {
    switch (__VERIFIER_nondet_int()) {
    case 1: sched_yield(); break;
    case 2:
      if (other > __VERIFIER_nondet_uchar()) return NULL;
      break;
    case 3:
      if (atomic_load(&other) && __VERIFIER_nondet_int()) go = 2;
    }
  }
  return NULL;
}

int main(void) {
  pthread_t t;
  if (pthread_create(&t, NULL, waits, NULL)) abort();
  other = 1;
  pthread_join(t, NULL);
  return 0;
}

// expect: safe
// property: no-data-race
// engines: naive stateful dpor stateless hunt auto
// A region that writes does not end: what it did is taken back and no part of a race.
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x;
static void *assumes(void *unused) {
  __VERIFIER_atomic_begin();
  int writes = __VERIFIER_nondet_int();
  if (writes) x = 1;
  __VERIFIER_assume(!writes);
  __VERIFIER_atomic_end();
  return unused;
}
static void *aborts(void *unused) {
  __VERIFIER_atomic_begin();
  int writes = __VERIFIER_nondet_int();
  if (writes) x = 2;
  if (writes) abort();
  __VERIFIER_atomic_end();
  return unused;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, assumes, 0);
  pthread_create(&u, 0, aborts, 0);
  return x;
}

// expect: unsafe race
// property: no-data-race
// engines: naive stateful dpor stateless hunt auto
// Whether a region writes depends on an input that it draws: the counterexample must have the value.
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);
static int x;
static void *write_perhaps(void *unused) {
  __VERIFIER_atomic_begin();
  if (__VERIFIER_nondet_int()) x = 1;
  __VERIFIER_atomic_end();
  return unused;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, write_perhaps, 0);
  return x;
}

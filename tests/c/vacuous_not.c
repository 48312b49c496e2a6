// expect: safe
// property: assert
// vacuous: none
// engines: auto stateful dpor hunt
// Everything is reached, some of it by few runs.
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int a, b;
void *other(void *p) {
  a = 1;
  b = 1;
  return p;
}
int main(void) {
  pthread_t t;
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x == 1234567);
  pthread_create(&t, 0, other, 0);
  int early = b, late = a;
  if (early) assert(late == 1);
  pthread_join(t, 0);
  assert(a == 1 && b == 1 || x == 3);
  return 0;
}

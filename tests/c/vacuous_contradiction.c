// expect: safe
// property: assert
// vacuous: assume 12, assert 13
// engines: auto naive stateful stateless dpor hunt
#include <assert.h>
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
void *bounded(void *p) {
  unsigned char x = (unsigned char)__VERIFIER_nondet_int();
  __VERIFIER_assume(x > 3 && x < 10);
  __VERIFIER_assume(x < 2);
  assert(x == 77);
  return p;
}
// The others go on, and what they claim is reached.
int main(void) {
  pthread_t t;
  int y = __VERIFIER_nondet_int();
  pthread_create(&t, 0, bounded, 0);
  __VERIFIER_assume(y == 3 || y == 5);
  assert(y > 2);
  return 0;
}

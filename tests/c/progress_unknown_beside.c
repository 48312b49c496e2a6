// expect: unknown
// property: progress,assert
// outcomes: progress unknown, assert safe
// One property that is proved at once says nothing about the other, which cannot be answered.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int x = 3, y = __VERIFIER_nondet_int();
  while (y != x) y = __VERIFIER_nondet_int();
  assert(x == 3);
  return 0;
}

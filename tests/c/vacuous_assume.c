// expect: safe
// property: assert
// vacuous: assume 9, assert 10
// engines: auto naive stateful stateless dpor hunt values cegar modular
// Nothing is left of the program behind this assumption.
#include <assert.h>
extern void __VERIFIER_assume(int);
int main(void) {
  __VERIFIER_assume(0);
  int x = 1; volatile int y = x; assert(y == 2);
  return 0;
}

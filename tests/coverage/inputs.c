// Inputs decide: x is any number, so all lines but one are reached.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = 0;
  if (x == 123456789)
    y = 1;         // by one input
  if (x > 5 && x < 4)
    y = 2;         // none
  assert(y < 2);
  return y;
}

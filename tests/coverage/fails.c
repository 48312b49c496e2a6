// A violation ends the search proper, not the look at what runs come to.
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  assert(x != 7);
  if (x == 9)
    x = 10;
  return x;
}

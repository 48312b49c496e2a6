// expect: unsafe assert
// engines: auto naive stateful
// How many zeros are before the first one of 0 is undefined: machines and compilers give different numbers.
#include <assert.h>

int main(void) {
  volatile unsigned nothing = 0;
  int n = __builtin_ctz(nothing);
  assert(n == 32);
  return 0;
}

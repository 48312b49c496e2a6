// expect: unsafe assert
// Of zero bsf leaves any value.
#include <assert.h>

int main(void) {
  int r;
  __asm__("bsfl %1,%0" : "=r"(r) : "r"(0));
  assert(r == 0);
  return 0;
}

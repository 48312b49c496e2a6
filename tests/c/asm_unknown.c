// expect: unknown
// What is not known is refused at its place.
#include <assert.h>

int main(void) {
  int x = 3, y;
  __asm__("pdepl %1,%1,%0" : "=r"(y) : "r"(x));
  return 0;
}

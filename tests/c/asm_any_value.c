// expect: unsafe assert
// An output that the text does not write is any value.
#include <assert.h>

int main(void) {
  int x = 3;
  __asm__ __volatile__("" : "=r"(x));
  assert(x == 3);
  return 0;
}

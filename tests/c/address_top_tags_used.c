// expect: unsafe null
// An address with something in its upper bits is that of nothing.
#include <stdint.h>

static int x;

int main(void) {
  int *volatile p = (int *)((uintptr_t)&x | (uintptr_t)1 << 50);
  return *p;
}

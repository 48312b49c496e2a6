// expect: unsafe assert
// engines: auto stateful
// Three low bits are not free in the address of an int.
#include <assert.h>
#include <stdint.h>
int x[4];
int main(void) {
  uintptr_t tagged = (uintptr_t)&x[1] | 4;
  int *p = (int *)(tagged & ~(uintptr_t)7);
  assert(p == &x[1]);
  return 0;
}

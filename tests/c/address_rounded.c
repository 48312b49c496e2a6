// expect: safe
// property: assert,valid-memsafety
// engines: auto stateful
// Rounding up inside of a block that is large enough.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(256), *q = (char *)(((uintptr_t)p + 63) & ~(uintptr_t)63);
  q[0] = 1;
  q[191] = 2;
  assert(q >= p && q < p + 64 && (uintptr_t)q % 64 == 0);
  free(p);
  return 0;
}

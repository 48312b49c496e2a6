// expect: safe
// engines: auto stateful dpor
// Tags of a stale pointer are its own; with different ones two pointers differ.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(8);
  uintptr_t old = (uintptr_t)p | 1;
  free(p);
  char *q = malloc(8);
  assert((old & 1) == 1 && ((uintptr_t)q & 1) == 0);
  assert((uintptr_t)q != old);
  free(q);
  return 0;
}

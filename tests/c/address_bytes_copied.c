// expect: unsafe assert
// engines: auto stateful dpor
// A pointer is copied into an integer; its object ends, and another may lie there.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

int main(void) {
  int *p = malloc(4);
  uintptr_t before, after;
  memcpy(&before, &p, sizeof p);
  free(p);
  int *q = malloc(4);
  memcpy(&after, &q, sizeof q);
  free(q);
  assert(before != after);
  return 0;
}

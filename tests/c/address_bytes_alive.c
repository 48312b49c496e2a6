// expect: safe
// engines: auto stateful dpor
// Pointers that are compared as integers and byte by byte while their objects live differ.
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>

int main(void) {
  int *p = malloc(4), *q = malloc(4);
  uintptr_t x, y;
  memcpy(&x, &p, sizeof p);
  memcpy(&y, &q, sizeof q);
  assert(x != y);
  assert(memcmp(&p, &q, sizeof p) != 0);
  free(p);
  free(q);
  return 0;
}

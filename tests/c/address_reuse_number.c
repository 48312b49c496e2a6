// expect: unsafe assert
// engines: naive auto stateful dpor
// The same seen by integers.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(8);
  uintptr_t old = (uintptr_t)p;
  free(p);
  char *q = malloc(8);
  assert((uintptr_t)q != old);
  free(q);
  return 0;
}

// expect: safe
// options: --address-reuse=off
// engines: auto stateful stateless dpor cegar values
// That a new object lies where one was is left out if nobody wants it.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(8), *old = p;
  free(p);
  char *q = malloc(8);
  assert(q != old);
  free(q);
  return 0;
}

// expect: safe
// engines: auto stateful dpor
// Objects of the heap are aligned: the begin of none lies at an odd place of another.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(64), *old = p + 5;
  free(p);
  char *q = malloc(16);
  assert(q != old);
  free(q);
  return 0;
}

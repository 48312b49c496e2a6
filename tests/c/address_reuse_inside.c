// expect: unsafe assert
// engines: naive auto stateful dpor
// A small object may lie in the middle of where a large one was.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(64), *old = p + 32;
  free(p);
  char *q = malloc(16);
  assert(q != old);
  free(q);
  return 0;
}

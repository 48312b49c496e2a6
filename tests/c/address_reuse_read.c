// expect: unsafe use-after-free
// engines: naive auto stateful stateless dpor
// A stale pointer that equals a new one is still stale.
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p), *old = p;
  free(p);
  int *q = malloc(sizeof *q);
  *q = 1;
  if (q == old) *old = 2;
  free(q);
  return 0;
}

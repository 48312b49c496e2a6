// expect: unsafe assert
// engines: naive auto stateful stateless dpor exsym
// It may lie elsewhere.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(8), *old = p;
  free(p);
  char *q = malloc(8);
  assert(q == old);
  free(q);
  return 0;
}

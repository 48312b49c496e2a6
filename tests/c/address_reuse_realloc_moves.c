// expect: unsafe assert
// engines: naive auto stateful dpor
// realloc may move an object.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(8), *old = p;
  p = realloc(p, 16);
  assert(p == old);
  free(p);
  return 0;
}

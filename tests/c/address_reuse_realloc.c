// expect: unsafe assert
// engines: naive auto stateful dpor
// realloc may leave an object where it is.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(8), *old = p;
  *p = 3;
  p = realloc(p, 16);
  assert(*p == 3);
  assert(p != old);
  free(p);
  return 0;
}

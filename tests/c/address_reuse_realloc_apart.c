// expect: safe
// engines: naive auto stateful dpor
// What realloc makes lies where its object was or where nothing else is.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(8), *other = malloc(8), *old = p;
  p = realloc(p, 16);
  assert(p != other && old != other);
  free(p);
  free(other);
  return 0;
}

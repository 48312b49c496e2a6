// expect: safe
// engines: auto stateful dpor
// What was found equal stays so, and two that equal a third are equal if none of them moves.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(8), *first = p;
  free(p);
  char *q = malloc(8), *second = q;
  int same = q == first;
  assert((q == first) == same);
  free(q);
  char *r = malloc(8);
  if (same && r == first) assert(r == second);
  if (same && r != first) assert(r != second);
  free(r);
  return 0;
}

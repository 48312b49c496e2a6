// expect: unsafe unreach-call
// property: unreach-call
// Called by the library.
#include <stdlib.h>
static int reach_error(const void *a, const void *b) { return 0; }
int main(void) {
  int v[] = {2, 1};
  qsort(v, 2, sizeof *v, reach_error);
  return 0;
}

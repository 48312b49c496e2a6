// expect: unsafe null
// options: --malloc-may-fail
// property: null
#include <stdlib.h>
int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
  return 0;
}

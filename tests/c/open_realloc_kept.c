// expect: unsafe leak
// property: valid-memtrack
// It may leave the old object where it is, or give another one.
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  p = realloc(p, 0);
  return 0;
}

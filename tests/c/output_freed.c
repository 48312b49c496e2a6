// expect: unsafe use-after-free
// property: valid-deref
// Prints what was freed.
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc(4);
  free(p);
  fwrite(p, 1, 4, stderr);
  return 0;
}

// expect: unknown
// property: valid-memsafety
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  char *p = malloc((size_t)PTRDIFF_MAX + 1);
  *p = 1;
  free(p);
  return 0;
}

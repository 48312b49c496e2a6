// expect: safe
// property: assert,valid-memsafety
// options: --libc=glibc
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(4), *none = malloc(0);
  assert(!realloc(p, 0));
  assert(none && none != p);
  free(none);
  return 0;
}

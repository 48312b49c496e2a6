// expect: safe
// engines: naive auto stateful stateless dpor
// Objects that lived at one time are apart for ever, whoever ends first.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  char *a = malloc(8), *b = malloc(16), *old = a, *other = b;
  assert(a != b);
  free(a);
  assert(b != old && (uintptr_t)b != (uintptr_t)old && b + 8 != old);
  char *c = malloc(8);
  assert(c != b);
  free(b);
  assert(other != old && c != other);
  free(c);
  return 0;
}

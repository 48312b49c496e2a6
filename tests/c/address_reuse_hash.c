// expect: unsafe assert
// engines: naive auto stateful dpor
// The hash of an address that is looked at when its object has ended.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
static unsigned hash(void *p) { return (unsigned)((uintptr_t)p >> 4); }
int main(void) {
  char *p = malloc(8), *old = p;
  free(p);
  char *q = malloc(8);
  assert(hash(q) != hash(old));
  free(q);
  return 0;
}

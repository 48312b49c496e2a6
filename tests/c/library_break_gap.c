// expect: unsafe assert
// The library may take memory from sbrk in between: what two calls give need not be next to each other.
#define _DEFAULT_SOURCE
#include <assert.h>
#include <unistd.h>

int main(void) {
  char *a = sbrk(32), *b = sbrk(32);
  assert(b == a + 32);
  return 0;
}

// expect: unsafe assert
// The same through a pointer to the function and a variable.
#include <assert.h>
#include <string.h>

int main(void) {
  int (*compare)(const void *, const void *, size_t) = memcmp;
  int order = compare("ab", "ac", 2);
  assert(order < 0);
  assert(order >= -255);
  return 0;
}

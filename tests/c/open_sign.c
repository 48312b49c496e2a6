// expect: unsafe assert
// Only the sign of a comparison is defined.
#include <assert.h>
#include <string.h>

int main(void) {
  assert(strcmp("a", "c") == -1 || strcmp("a", "c") == -2);
  return 0;
}

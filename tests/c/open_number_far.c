// expect: unsafe assert
// property: assert
// What does not fit into an int is undefined for atoi.
#include <assert.h>
#include <stdlib.h>
int main(void) {
  assert(atoi("  -12x") == -12 && atoi("2147483647") == 2147483647);
  assert(atoi("4294967297") == 1);
  return 0;
}

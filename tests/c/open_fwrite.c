// expect: unsafe assert
// Fewer elements than asked for, never more.
#include <assert.h>
#include <stdio.h>

int main(void) {
  size_t n = fwrite("abcdef", 2, 3, stdout);
  assert(n <= 3);
  assert(n != 1);
  return 0;
}

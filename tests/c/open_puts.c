// expect: unsafe assert
// EOF, or any number that is not negative.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int n = puts("ab");
  assert(n >= EOF);
  assert(n != 7);
  return 0;
}

// expect: unsafe assert
// Output may fail.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int n = printf("%d\n", 12);
  assert(n == 3 || n < 0);
  assert(n >= 0);
  return 0;
}

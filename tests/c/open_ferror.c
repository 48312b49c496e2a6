// expect: unsafe assert
// Output that nobody looked at may have failed, and the stream remembers.
#include <assert.h>
#include <stdio.h>

int main(void) {
  printf("%d\n", 1);
  assert(!ferror(stdout));
  return 0;
}

// expect: unsafe assert
// The beginning of a number that is none fails (C17 7.21.6.2); glibc takes it.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int a = 5;
  assert(sscanf("0xz", "%i", &a) == 1);
  return 0;
}

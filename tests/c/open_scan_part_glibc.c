// expect: safe
// options: --libc=glibc
#include <assert.h>
#include <stdio.h>

int main(void) {
  int a = 5, n = 0;
  assert(sscanf("0xz", "%i%n", &a, &n) == 1 && a == 0 && n == 2);
  return 0;
}

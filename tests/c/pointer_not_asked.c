// expect: safe
// property: valid-memsafety,unreach-call,bounds
// An array that begins at 1 is no bad access.
#include <stdlib.h>

int main(void) {
  int *v = malloc(3 * sizeof *v), *one = v - 1;
  for (int i = 1; i <= 3; i++) one[i] = i;
  free(one + 1);
  return 0;
}

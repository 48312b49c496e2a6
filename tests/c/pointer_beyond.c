// expect: unsafe pointer
// property: pointer-arithmetic
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > 5) return 0;
  char *p = malloc(4), *q = p + n;
  free(p);
  return q == 0;
}

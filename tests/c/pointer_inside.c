// expect: safe
// property: pointer-arithmetic
// engines: auto stateful dpor
// Inside, and one past the end; null and nothing.
#include <stdlib.h>
#include <string.h>

struct pair { int a, b; };
static int v[4] = {1, 2, 3, 4};
extern int __VERIFIER_nondet_int(void);
static char *end(char *p, int n) { return p + n; }

int main(void) {
  int sum = 0, n = __VERIFIER_nondet_int();
  for (int *p = v, *e = v + 4; p != e; p++) sum += *p;
  struct pair *q = calloc(2, sizeof *q), *last = q + 1;
  last->b = sum;
  if (n >= 0 && n <= 2) last = q + n;
  char *text = end(0, 0);
  sum += (int)strlen("abc");
  free(q);
  return text != 0;
}

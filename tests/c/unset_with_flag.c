// expect: safe
// property: assert,uninitialised
// engines: stateful stateless dpor auto
// What tells whether the variables are set is asked before each use.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);
static int g = 3;

int main(void) {
  int *p, n;
  double d;
  _Bool b, have = __VERIFIER_nondet_bool();
  if (have) p = &g, n = 4, d = 2.0, b = 1;
  int r = have ? *p + n : 0;
  if (have && b && d > 1.0) r++;
  assert(r == 0 || r == 8);
  return 0;
}

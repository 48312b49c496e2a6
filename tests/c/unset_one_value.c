// expect: safe
// property: assert
// engines: stateful dpor auto
// An indeterminate number is one value, whoever reads it; what is merged after the first read, too.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int x, y;
  if (x < 0) x = 0;
  assert(x >= 0);
  if (__VERIFIER_nondet_bool()) y = 5;
  if (y < 0) y = 0;
  if (y > 7) y = 7;
  assert(y >= 0 && y <= 7);
  return 0;
}

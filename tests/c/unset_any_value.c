// expect: unsafe assert
// property: assert
// engines: stateful dpor auto
// Where the number is merged and used without being set it may be anything.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int y;
  if (__VERIFIER_nondet_bool()) y = 5;
  assert(y != 123456);
  return 0;
}

// expect: unsafe assert
// property: assert
// engines: stateful dpor auto
// The result that is not there is looked at.
#include <assert.h>

static int some(int c) { if (c) return 3; }

int main(void) {
  assert(some(0) != 77);
  return 0;
}

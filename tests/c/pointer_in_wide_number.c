// expect: safe
// engines: auto stateful dpor
// A pointer and a number that are read and written as one number. The bytes of the pointer are those of its address, and become the pointer again.
#include <assert.h>
#include <stdatomic.h>
struct record {
  int *p;
  long n;
};
_Atomic struct record shared;
int x;
int main(void) {
  struct record mine = {&x, 1};
  atomic_store(&shared, mine);
  struct record got = atomic_load(&shared);
  assert(got.p == &x && got.n == 1);
  return 0;
}

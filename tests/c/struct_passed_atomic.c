// expect: safe bounded
// property: uninitialised,assert
// An atomic struct with padding.
#include <assert.h>
#include <stdatomic.h>
struct padded {
  int a;
  char b;
};
static _Atomic struct padded shared;
int main(void) {
  struct padded p;
  p.a = 1;
  p.b = 2;
  shared = p;
  struct padded q = shared;
  assert(q.a == 1 && q.b == 2);
  return 0;
}

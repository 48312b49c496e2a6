// expect: safe
// property: uninitialised,assert
// Without padding, and all of it set.
#include <assert.h>
struct pair {
  int a, b;
};
static int sum(struct pair p) { return p.a + p.b; }
int main(void) {
  struct pair p;
  p.a = 1;
  p.b = 2;
  assert(sum(p) == 3);
  return 0;
}

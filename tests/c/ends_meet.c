// expect: unknown
// engines: auto naive stateful cegar values
// Whether one array stands behind the other nobody knows.
#include <assert.h>
int a[2], b[2];
int main(void) {
  assert(a + 2 != b);
  return 0;
}

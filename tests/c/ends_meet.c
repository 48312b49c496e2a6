// expect: unknown
// engines: cegar values
// Whether one array stands behind the other these engines do not know.
#include <assert.h>
int a[2], b[2];
int main(void) {
  assert(a + 2 != b);
  return 0;
}

// expect: unsafe assert
// engines: auto stateful dpor
// The end of one array may be the begin of another.
#include <assert.h>
int a[4], b[4];
int main(void) {
  assert(&a[4] != b);
  return 0;
}

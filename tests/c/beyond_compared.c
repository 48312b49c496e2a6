// expect: unsafe bounds
// property: bounds
// The first bytes differ; but memcmp may look at all that it is told of.
#include <string.h>
int main(void) {
  char a[4] = "abc", b[8] = "xyz";
  return memcmp(a, b, 5) < 0;
}

// expect: unsafe assert
// engines: auto stateful stateless dpor
// Which of two addresses is the larger number is nobody's choice.
#include <assert.h>
int x, y;
union {
  int *p;
  long n;
} u;
int main(void) {
  u.p = &x;
  long first = u.n;
  u.p = &y;
  assert(u.n > first);
  return 0;
}

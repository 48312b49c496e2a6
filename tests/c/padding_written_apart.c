// expect: unsafe assert
// Beside padding that is not kept, what fails without it fails.
#include <assert.h>
#include <string.h>

struct pair {
  char a;
  int b;
};

int main(void) {
  struct pair x, y;
  memset(&x, 0, sizeof x);
  memset(&y, 9, sizeof y);
  x.a = 1;
  y = x;
  assert(y.a == 1 && y.b == 9);
  return 0;
}

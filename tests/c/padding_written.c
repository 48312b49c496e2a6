// expect: unknown
// Padding that was written with other bytes than zeros is not kept: what depends on it is not known.
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
  x.b = 2;
  y = x;
  assert(((unsigned char *)&y)[2] == 0);
  return 0;
}

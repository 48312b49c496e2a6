// expect: safe
// property: null,bounds,assert
// engines: naive stateful dpor auto
// A jump into a block passes the declaration by: the variable lives.
#include <assert.h>

int main(void) {
  int rounds = 0, *p = 0;
again:
  if (rounds) goto inside;
  {
    int x = 3;
    p = &x;
    rounds++;
    goto again;
  inside:
    x = 4;
    p = &x;
    assert(*p == 4);
  }
  return 0;
}

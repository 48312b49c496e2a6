// expect: safe
// property: valid-memsafety,assert
// Bit-fields side by side are one memory location: who writes one of them writes the constants beside it back.
#include <assert.h>

struct S {
  signed f0 : 24;
  const unsigned f1 : 6;
  const signed f2 : 10;
  signed f3 : 16;
  volatile unsigned f4 : 7;
};
static struct S g = {3212, 3, 1, 140, 8};

int main(void) {
  struct S l = {1, 2, 3, 4, 5};
  g.f3 &= 7;
  g.f4 = 3;
  g.f0 = 5;
  l.f3 = 9;
  l.f4++;
  assert(g.f3 == 4 && g.f1 == 3 && g.f2 == 1 && g.f0 == 5);
  assert(l.f3 == 9 && l.f4 == 6 && l.f2 == 3);
  return 0;
}

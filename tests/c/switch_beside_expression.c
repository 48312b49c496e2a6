// expect: safe
// property: assert,valid-memsafety,uninitialised
// The value of a statement expression is no variable of a switch that stands beside it, in front of it, inside of it or around it.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);

static int inside(int k) {
  int r = ({
    int q;
    switch (k) {
      case 1: q = 3; break;
      default: q = 4;
    }
    q * 2;
  });
  switch (k) {
    case 1: r += ({ int y = r; y + 1; }); break;
    default: { r = ({ int y = 2; y + 3; }); }
  }
  return r;
}

static int before(int k) {
  switch (k) {
    case 1: k = 2;
  }
  int r = ({ int y = k; y * 2; });
  while (k-- > 1) r += ({ int z = k; z; });
  return r;
}

int main(void) {
  int r = ({ int y = 3; y * 2; });
  assert(r == 6);
  switch (7) {
    case 5 ... 9: r = 1; break;
    default: r = 0;
  }
  assert(r == 1);
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 1) return 0;
  assert(inside(k) == (k == 1 ? 13 : 5));
  assert(before(k) == (k == 1 ? 5 : 0));
  return 0;
}

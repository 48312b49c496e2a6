// expect: safe
// property: assert
// vacuous: assert 10
// One instance that reaches a place is enough; the other place has none.
#include <cassert>
extern "C" int __VERIFIER_nondet_int();
int seen;
template <int N> int part(int x) {
  if (N == 1 || x == 12) assert(x > 0);
  if (N == 2 && x > 100) assert(x > 7);
  return x + N;
}
int main() {
  seen = 5;
  int r = part<1>(seen) + part<2>(seen);
  assert(r == 13);
  return 0;
}

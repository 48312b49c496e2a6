// expect: safe
// property: assert,valid-memsafety
#include <cassert>
struct base {
  int value;
};
struct derived : base {};
static int destroyed;
struct guard {
  ~guard() { destroyed++; }
};
static void fail(int n) {
  guard g;
  if (n == 1) throw derived{{7}};
  if (n == 2) throw 3;
}
static int attempt(int n) {
  try {
    fail(n);
  } catch (const base &b) {
    return b.value;
  } catch (int i) {
    return i;
  }
  return 0;
}
int main() {
  assert(attempt(0) == 0 && attempt(1) == 7 && attempt(2) == 3);
  assert(destroyed == 3);
}

// expect: safe
// property: assert
// engines: auto stateful dpor
// vacuous: assert 15
// Nothing is thrown that the handler takes.
#include <cassert>
static int small(int k) {
  if (k > 10) throw k;
  return k;
}
int main() {
  try {
    small(3);
  } catch (int thrown) {
    assert(thrown == 11);
  }
}

// expect: unsafe assert
// engines: auto naive stateful cegar
// options: --input-range=0..1
// The copy of a member that was never set is no value: it is drawn for itself when it is read. So is the copy of the copy.
#include <assert.h>
struct pair {
  unsigned char set, open;
} one, two;
int main(void) {
  struct pair local;
  local.set = 1;
  one = local;
  two = one;
  assert(one.set == 1 && two.set == 1);
  assert(one.open == two.open);
  return 0;
}

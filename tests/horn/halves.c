// Two numbers that grow by turns are twice the counter together: neither of them is a whole multiple of it.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), x = 0, y = 0;
  for (unsigned i = 0; i < n; i++) {
    if (__VERIFIER_nondet_uint())
      x += 2;
    else
      y += 2;
    assert(x + y == 2 * i + 2);
  }
  assert(x % 2 == 0 && y % 2 == 0);
}

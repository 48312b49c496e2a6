// expect: unsafe assert
// property: assert
// options: --max-transitions=4
// engines: stateful stateless hunt
// Every run goes on for ever, with other data in each round: who follows the rounds before the arm that fails does not come back to it.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
static unsigned left = 1000, right, rounds;
int main(void) {
  for (;;) {
    unsigned n = __VERIFIER_nondet_uint();
    rounds++;
    if (n <= left + 1) {
      left -= n;
      right += n;
    }
    assert(right <= 1000);
  }
}

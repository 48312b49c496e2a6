// expect: safe bounded
// property: ltl
// options: --ltl=G(F(beat=1))&G(F(beat=0)) --input-range=0..3
// For every input, and with an assumption.
#include <allways.h>
#include <stdatomic.h>

atomic_int beat;

int main(void) {
  int n = allways_nondet_int("n");
  allways_assume(n > 0);
  for (;;) beat = beat ? 0 : n >= 1;
}

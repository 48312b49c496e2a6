// expect: unknown
// property: assert
// options: --engine=values
// What is known of a value that was read says nothing of the memory once something else is stored there: no proof.
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int g;
int main(void) {
  g = __VERIFIER_nondet_int();
  int was = g;
  g = 10;
  if (was < 3) assert(g < 3);
  return 0;
}

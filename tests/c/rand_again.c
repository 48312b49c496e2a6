// expect: safe bounded
// engines: auto stateful naive
// options: --input-range=0..1
// The same seed gives the same numbers again, and who sets none has the seed 1 (C17 7.22.2.2).
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int first = rand(), second = rand();
  srand(7);
  int third = rand();
  srand(1);
  assert(rand() == first && rand() == second);
  srand(7);
  assert(rand() == third);
  srandom(7);
  long other = random();
  srandom(7);
  assert(random() == other);
  return 0;
}

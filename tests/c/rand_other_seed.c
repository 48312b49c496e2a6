// expect: unsafe assert
// engines: auto stateful
// Another seed may give other numbers; so may the generator of another function.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  srand(1);
  srandom(1);
  int a = rand(), b = (int)random();
  srand(2);
  assert(a != b || rand() == a);
  return 0;
}

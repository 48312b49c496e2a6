// expect: unknown
// engines: stateful
// Only the first numbers of a sequence are kept.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  int last[2];
  for (int k = 0; k < 2; k++) {
    srand(3);
    for (int i = 0; i < 40; i++) last[k] = rand();
  }
  assert(last[0] == last[1]);
  return 0;
}

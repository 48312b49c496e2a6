// expect: safe
// property: null,assert
// Nobody else has the address of the variable, so that it does not matter where its block ends.
#include <assert.h>
int main(void) {
  int rounds = 0;
again : {
  goto in;
  int x;
in:
  x = rounds;
  assert(x == rounds);
  rounds++;
}
  if (rounds < 2) goto again;
  return 0;
}

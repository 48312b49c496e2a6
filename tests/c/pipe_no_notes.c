// expect: safe
// property: assert
// vacuous: none
// What the models assume of standard streams is not said to be passed over.
#include <assert.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  char c = 0;
  if (pipe(ends)) return 1;
  assert(write(ends[1], "x", 1) == 1 && read(ends[0], &c, 1) == 1 && c == 'x');
  write(1, "done\n", 5);
  return 0;
}

// expect: unsafe progress
// property: progress
// The environment may say "again" for ever: the inputs of the loop come again with it.
#include <allways.h>

int main(void) {
  int start = allways_any_int(0, 3, "start"), n = 0;
  while (allways_any_int(0, 2, "again") < 2) n = start == 3;
  return n;
}

// expect: safe bounded
// property: uninitialised,assert
// Who sets a bit-field reads the bits beside it to write them back: no use of a value.
#include <assert.h>
#include <stdlib.h>
struct flags {
  unsigned first : 3, second : 5;
  int third : 20;
};
int main(void) {
  struct flags local, *allocated = malloc(sizeof *allocated);
  local.first = 3;
  local.second = 7;
  allocated->third = -2;
  allocated->third++;
  assert(local.first == 3 && local.second == 7 && allocated->third == -1);
  free(allocated);
  return 0;
}

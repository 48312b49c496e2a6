// expect: unknown
// property: assert
#include <assert.h>
#include <fcntl.h>
int main(void) {
  int f = open("x", O_RDONLY);
  assert(f >= -1);
}

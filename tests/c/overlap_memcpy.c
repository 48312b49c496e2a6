// expect: unsafe overlap
// property: valid-memsafety
// engines: auto naive stateful dpor
#include <string.h>

int main(void) {
  char b[16] = "abcdefgh";
  memcpy(b + 2, b, 4);
  return b[2];
}

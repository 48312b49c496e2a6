// expect: safe
// property: valid-deref
// What is dereferenced is valid: this is all that the competition asks for.
#include <string.h>

int main(void) {
  char b[16] = "abcdefgh";
  memcpy(b + 2, b, 4);
  strcpy(b, b + 2);
  return b[2];
}

// expect: unsafe overlap
// property: valid-memsafety
// What is read is short, what is filled is not.
#include <string.h>

int main(void) {
  char b[16] = "ab\0cd";
  strncpy(b, b + 3, 6);
  return b[0];
}

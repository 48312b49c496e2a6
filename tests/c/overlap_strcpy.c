// expect: unsafe overlap
// property: valid-memsafety
#include <string.h>

int main(void) {
  char b[16] = "  trimmed";
  strcpy(b, b + 2);
  return b[0];
}

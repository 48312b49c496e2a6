// expect: unsafe overlap
// property: valid-memsafety
#include <stdio.h>

int main(void) {
  char b[16] = "text";
  sprintf(b, "%s!", b);
  return b[0];
}

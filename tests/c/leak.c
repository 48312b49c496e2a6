// expect: unsafe leak
// property: valid-memsafety
#include <stdlib.h>
int main(void) {
  int *p = malloc(4);
  *p = 1;
  p = NULL;
  return 0;
}

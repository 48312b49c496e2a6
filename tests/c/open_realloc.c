// expect: unsafe assert
// realloc of no bytes may give an object.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  char *q = realloc(p, 0);
  assert(!q);
  return 0;
}

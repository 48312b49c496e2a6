// expect: unsafe assert
// Of no bytes malloc gives an object or none.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  void *p = malloc(0);
  assert(p);
  free(p);
  return 0;
}

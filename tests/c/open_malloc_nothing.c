// expect: unsafe assert
// options: --malloc-may-fail
// Of no bytes malloc gives an object, or null as if it had failed.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  void *p = malloc(0);
  assert(p);
  free(p);
  return 0;
}

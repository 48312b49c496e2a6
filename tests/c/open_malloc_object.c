// expect: unsafe assert
#include <assert.h>
#include <stdlib.h>

int main(void) {
  void *p = calloc(0, 8);
  assert(!p);
  free(p);
  return 0;
}

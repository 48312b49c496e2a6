// expect: unsafe assert
// engines: auto stateful
// malloc promises 16 bytes and no more.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  void *p = malloc(64);
  assert((uintptr_t)p % 32 == 0);
  return 0;
}

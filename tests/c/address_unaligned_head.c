// expect: unsafe assert
// engines: auto stateful dpor
// An array of bytes begins anywhere: up to seven of them lie before the first word.
#include <assert.h>
#include <stdint.h>
char bytes[64];
int main(void) {
  char *p = bytes;
  int head = 0;
  while ((uintptr_t)p & 7) p++, head++;
  assert(head < 7);
  return 0;
}

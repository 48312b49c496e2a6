// expect: unknown
// What strerror says is open.
#include <assert.h>
#include <string.h>

int main(void) {
  assert(strerror(2)[0] == 'e');
  return 0;
}

// expect: unsafe assert
// property: assert
#include <assert.h>
#include <unistd.h>
int main(void) {
  assert(getuid() == geteuid());
  return 0;
}

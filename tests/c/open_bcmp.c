// expect: unsafe assert
// Of bcmp not even the sign is defined.
#include <assert.h>
#include <strings.h>

int main(void) {
  assert(bcmp("ab", "ab", 2) == 0 && bcmp("ab", "ac", 2));
  assert(bcmp("ab", "ac", 2) < 0);
  return 0;
}

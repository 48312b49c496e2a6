// expect: unsafe assert
// Whether a number that is too small sets errno is open.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
  errno = 0;
  assert(strtod("1e-999", NULL) == 0 && errno == ERANGE);
  return 0;
}

// expect: unsafe assert
// POSIX: where there is no number strtol may set errno to EINVAL.
#include <assert.h>
#include <errno.h>
#include <stdlib.h>

int main(void) {
  char *end;
  errno = 0;
  assert(strtol("none", &end, 10) == 0);
  assert(!errno);
  return 0;
}

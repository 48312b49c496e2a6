// expect: safe
// options: --libc=glibc
// All of it, always.
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void) {
  errno = 0;
  ssize_t n = write(1, "abc", 3);
  assert(n == -1 ? errno != 0 : n >= 1 && n <= 3);
  assert(n == 3);
  return 0;
}

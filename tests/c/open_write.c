// expect: unsafe assert
// Fewer bytes than asked for, or none and an error.
#include <assert.h>
#include <errno.h>
#include <unistd.h>

int main(void) {
  errno = 0;
  ssize_t n = write(1, "abc", 3);
  assert(n == -1 ? errno != 0 : n >= 1 && n <= 3);
  assert(n != 2);
  return 0;
}

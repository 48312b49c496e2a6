// expect: safe
// property: assert,deadlock
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  char c;
  if (pipe2(ends, O_CLOEXEC)) return 1;
  assert(fcntl(ends[0], F_SETFL, fcntl(ends[0], F_GETFL) | O_NONBLOCK) == 0);
  assert(read(ends[0], &c, 1) == -1 && errno == EAGAIN);
  assert(write(ends[0], "x", 1) == -1 && errno == EBADF);
  assert(read(77, &c, 1) == -1 && errno == EBADF);
  assert(write(ends[1], "x", 1) == 1 && read(ends[0], &c, 1) == 1 && c == 'x');
  close(ends[1]);
  assert(read(ends[0], &c, 1) == 0);
  return 0;
}

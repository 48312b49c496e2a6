// expect: unsafe deadlock
// property: deadlock
#include <poll.h>
#include <unistd.h>
int main(void) {
  int ends[2];
  if (pipe(ends)) return 1;
  struct pollfd p = {ends[0], POLLIN, 0};
  return poll(&p, 1, -1);
}

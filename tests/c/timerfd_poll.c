// expect: safe
// property: assert,deadlock
#include <assert.h>
#include <poll.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>
int main(void) {
  int t = timerfd_create(CLOCK_MONOTONIC, 0);
  struct itimerspec s = {{0, 0}, {1, 0}};
  timerfd_settime(t, 0, &s, 0);
  struct pollfd p = {t, POLLIN, 0};
  assert(poll(&p, 1, -1) == 1);
  uint64_t n;
  assert(read(t, &n, 8) == 8 && n == 1);
}

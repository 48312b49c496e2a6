// expect: unsafe deadlock
// property: deadlock
// Once only.
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>
int main(void) {
  int t = timerfd_create(CLOCK_MONOTONIC, 0);
  struct itimerspec s = {{0, 0}, {1, 0}};
  timerfd_settime(t, 0, &s, 0);
  uint64_t n;
  read(t, &n, 8);
  read(t, &n, 8);
}

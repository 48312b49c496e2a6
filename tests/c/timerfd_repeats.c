// expect: unsafe assert
// property: assert
// It may have expired more than once.
#include <assert.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <unistd.h>
int main(void) {
  int t = timerfd_create(CLOCK_MONOTONIC, 0);
  struct itimerspec s = {{1, 0}, {1, 0}};
  timerfd_settime(t, 0, &s, 0);
  uint64_t n;
  read(t, &n, 8);
  assert(n == 1);
}

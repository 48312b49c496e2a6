// expect: unsafe assert
// property: assert
#include <assert.h>
#include <stdint.h>
#include <sys/timerfd.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  struct timespec a, b;
  int t = timerfd_create(CLOCK_MONOTONIC, 0);
  struct itimerspec s = {{0, 0}, {2, 0}};
  clock_gettime(CLOCK_MONOTONIC, &a);
  timerfd_settime(t, 0, &s, 0);
  uint64_t n;
  read(t, &n, 8);
  clock_gettime(CLOCK_MONOTONIC, &b);
  assert(b.tv_sec < a.tv_sec + 3);
}

// expect: unsafe assert
// How much more than was slept is open.
#include <assert.h>
#include <time.h>
#include <unistd.h>

int main(void) {
  struct timespec begin, end;
  clock_gettime(CLOCK_MONOTONIC, &begin);
  sleep(1);
  clock_gettime(CLOCK_MONOTONIC, &end);
  assert(end.tv_sec <= begin.tv_sec + 2);
  return 0;
}

// expect: safe
// The same with the functions of POSIX; seconds and nanoseconds are compared as programs do.
#include <assert.h>
#include <time.h>
#include <unistd.h>

static int reached(struct timespec now, struct timespec wanted) {
  return now.tv_sec > wanted.tv_sec || (now.tv_sec == wanted.tv_sec && now.tv_nsec >= wanted.tv_nsec);
}

int main(void) {
  struct timespec begin, end, half = {0, 500000000};
  clock_gettime(CLOCK_MONOTONIC, &begin);
  sleep(1);
  nanosleep(&half, 0);
  usleep(500000);
  clock_gettime(CLOCK_MONOTONIC, &end);
  begin.tv_sec += 2;
  assert(reached(end, begin));
  time_t now = time(0);
  assert(time(0) >= now);
  return 0;
}

// expect: unsafe assert
// Nobody knows how many processors there are, and which of them runs a thread.
#define _GNU_SOURCE
#include <assert.h>
#include <sched.h>
#include <unistd.h>

int main(void) {
  int before = sched_getcpu();
  if (sysconf(_SC_NPROCESSORS_ONLN) > 1) assert(sched_getcpu() == before);
  return 0;
}

// expect: unsafe exception
// An exception that nobody catches leaves a process.
#include <intrinsics.h>
#include <cassert>

static void thrower(void *) {
  __allways_wait_time(nullptr, 0, false, 1);
  throw 5;
}

int sc_main(int, char **) {
  __allways_process(thrower, nullptr, "thrower", 0);
  __allways_start(-1);
  return 0;
}

// expect: safe
// A process ends the program: nothing comes after.
#include <intrinsics.h>
#include <cassert>

#include <cstdlib>

static void ends(void *) {
  __allways_wait_time(nullptr, 0, false, 1);
  std::exit(3);
}

int sc_main(int, char **) {
  __allways_process(ends, nullptr, "ends", 0);
  __allways_start(-1);
  assert(false);
  return 0;
}

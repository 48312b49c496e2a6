// expect: unsafe assert
// Who runs first is open: both orders are tried.
#include <intrinsics.h>
#include <cassert>

static int x;
static void one(void *) { x = 1; }
static void two(void *) { x = x == 1 ? 2 : 3; }

int sc_main(int, char **) {
  __allways_process(one, nullptr, "one", 0);
  __allways_process(two, nullptr, "two", 0);
  __allways_start(-1);
  assert(x == 2);
  return 0;
}

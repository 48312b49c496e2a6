// expect: safe
// What is due at the bound runs in the next start, also in one of no length.
#include <intrinsics.h>
#include <cassert>

static int ran;

static void ticker(void *) {
  for (;;) {
    __allways_wait_time(nullptr, 0, false, 10);
    ran++;
  }
}

int sc_main(int, char **) {
  __allways_process(ticker, nullptr, "ticker", 0);
  __allways_start(10);
  assert(ran == 0 && __allways_time() == 10);
  __allways_start(0);
  assert(ran == 1 && __allways_time() == 10);
  __allways_start(25);
  assert(ran == 3 && __allways_time() == 35);
  return 0;
}

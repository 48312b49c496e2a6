// expect: safe
// A start of length -2 runs what is left of the instant, and its delta cycles count once.
#include <intrinsics.h>
#include <cassert>

static int deltas, times;
static char tick;

static void ticker(void *) {
  for (;;) {
    for (int i = 0; i < 3; i++) {
      deltas++;
      __allways_wait_time(nullptr, 0, false, 0);
    }
    times++;
    __allways_wait_time(nullptr, 0, false, 10);
  }
}

int sc_main(int, char **) {
  __allways_process(ticker, nullptr, "ticker", 0);
  __allways_notify_after(&tick, 20);
  __allways_start(-2);
  assert(deltas == 3 && times == 1 && __allways_time() == 0 && __allways_delta() == 4);
  __allways_start(-2);
  assert(deltas == 3 && __allways_time() == 0 && __allways_delta() == 4);
  __allways_start(10);
  assert(deltas == 3 && __allways_time() == 10);
  __allways_start(-2);
  assert(deltas == 6 && times == 2 && __allways_time() == 10);
  return 0;
}

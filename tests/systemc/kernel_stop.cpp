// expect: safe
// After a stop nothing runs any more; the delta cycle is brought to its end.
#include <intrinsics.h>
#include <cassert>

static int ran;
static char go;

static void stopper(void *) {
  __allways_wait_time(nullptr, 0, false, 3);
  __allways_stop_simulation();
  __allways_notify(&go);
}

static void other(void *) {
  void *events[] = {&go};
  __allways_wait(events, 1, false);
  ran++;
  __allways_wait_time(nullptr, 0, false, 1);
  ran += 10;
}

int sc_main(int, char **) {
  __allways_process(stopper, nullptr, "stopper", 0);
  __allways_process(other, nullptr, "other", 0);
  assert(!__allways_start(-1));
  assert(ran == 1);
  assert(!__allways_start(-1));
  assert(ran == 1 && __allways_time() == 3);
  return 0;
}

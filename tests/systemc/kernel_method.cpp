// expect: safe
// property: assert,deadlock
// A method that waits for ever is no deadlock.
#include <intrinsics.h>
#include <cassert>

static char e;

static void method(void *) {
  void *events[] = {&e};
  for (;;) __allways_wait(events, 1, false);
}

int sc_main(int, char **) {
  __allways_process(method, nullptr, "method", __ALLWAYS_METHOD);
  __allways_start(-1);
  return 0;
}

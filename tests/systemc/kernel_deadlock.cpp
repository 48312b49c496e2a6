// expect: unsafe deadlock
// property: assert,deadlock
// Two processes wait for each other.
#include <intrinsics.h>
#include <cassert>

static char a, b;

static void wait_for(char *e) {
  void *events[] = {e};
  __allways_wait(events, 1, false);
}

static void left(void *) {
  wait_for(&a);
  __allways_notify(&b);
}

static void right(void *) {
  wait_for(&b);
  __allways_notify(&a);
}

int sc_main(int, char **) {
  __allways_process(left, nullptr, "left", 0);
  __allways_process(right, nullptr, "right", 0);
  __allways_start(-1);
  return 0;
}

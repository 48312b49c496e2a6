// expect: safe
// A wait for all events ends when the last one has come.
#include <intrinsics.h>
#include <cassert>

static char a, b;
static int seen;

static void waiter(void *) {
  void *events[] = {&a, &b};
  __allways_wait(events, 2, true);
  assert(seen == 2 && __allways_time() == 7);
}

static void notifier(void *) {
  __allways_wait_time(nullptr, 0, false, 2);
  seen++;
  __allways_notify(&b);
  __allways_wait_time(nullptr, 0, false, 5);
  seen++;
  __allways_notify(&a);
}

int sc_main(int, char **) {
  __allways_process(waiter, nullptr, "waiter", 0);
  __allways_process(notifier, nullptr, "notifier", 0);
  __allways_start(-1);
  return 0;
}

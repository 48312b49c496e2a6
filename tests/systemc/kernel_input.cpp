// expect: unsafe assert
// Inputs decide when an event comes.
#include <intrinsics.h>
#include <cassert>

#include <allways.h>

static char e;
static int missed;

static void waiter(void *) {
  void *events[] = {&e};
  missed = __allways_wait_time(events, 1, false, 10);
}

static void notifier(void *) {
  int delay = allways_any<int>(1, 20, "delay");
  __allways_notify_after(&e, delay);
}

int sc_main(int, char **) {
  __allways_process(waiter, nullptr, "waiter", 0);
  __allways_process(notifier, nullptr, "notifier", 0);
  __allways_start(-1);
  assert(!missed);
  return 0;
}

// expect: unknown
// An update cannot wait.
#include <intrinsics.h>
#include <cassert>

static void update(void *) { __allways_wait_time(nullptr, 0, false, 1); }
static void process(void *) { __allways_request_update(update, nullptr); }

int sc_main(int, char **) {
  __allways_process(process, nullptr, "process", 0);
  __allways_start(-1);
  return 0;
}

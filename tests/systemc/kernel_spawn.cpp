// expect: safe
// Processes that are made while the simulation runs.
#include <intrinsics.h>
#include <cassert>

static int sum, numbers[3] = {1, 2, 4};

static void child(void *data) {
  assert(__allways_self_data() == data);
  sum += *static_cast<int *>(data);
  __allways_wait_time(nullptr, 0, false, 1);
  sum += *static_cast<int *>(data);
}

static void parent(void *) {
  for (int i = 0; i < 3; i++) __allways_process(child, &numbers[i], "child", 0);
  __allways_wait_time(nullptr, 0, false, 5);
  assert(sum == 14);
}

int sc_main(int, char **) {
  __allways_process(parent, nullptr, "parent", 0);
  __allways_start(-1);
  assert(sum == 14);
  return 0;
}

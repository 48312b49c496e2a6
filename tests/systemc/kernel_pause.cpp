// expect: safe
// The simulation is left and entered again.
#include <intrinsics.h>
#include <cassert>

static int rounds;

static void counter(void *) {
  for (;;) {
    rounds++;
    if (rounds % 2 == 0) __allways_pause();
    __allways_wait_time(nullptr, 0, false, 10);
  }
}

int sc_main(int, char **) {
  __allways_process(counter, nullptr, "counter", 0);
  assert(__allways_start(-1));
  assert(rounds == 2 && __allways_time() == 10);
  assert(__allways_start(-1));
  assert(rounds == 4);
  assert(__allways_start(5) && rounds == 4 && __allways_time() == 35);
  return 0;
}

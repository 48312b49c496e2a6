// expect: safe
// A process is ended by another one: it is switched to, its wait throws, its frames unwind.
#include <intrinsics.h>
#include <cassert>

struct end_of_process {};
static bool killed;
static int unwound, ran, victim_id;
static char e;

struct guard {
  ~guard() { unwound++; }
};

static void wait_here() {
  void *events[] = {&e};
  __allways_wait(events, 1, false);
  if (killed) throw end_of_process();
}

static void victim(void *) {
  try {
    guard g;
    for (;;) {
      wait_here();
      ran++;
    }
  } catch (end_of_process &) {
    ran += 100;
  }
}

static void killer(void *) {
  __allways_wait_time(nullptr, 0, false, 5);
  __allways_notify(&e);
  __allways_wait_time(nullptr, 0, false, 5);
  killed = true;
  __allways_switch_to(victim_id);
  assert(unwound == 1);
  assert(ran == 101);
}

int sc_main(int, char **) {
  victim_id = __allways_process(victim, nullptr, "victim", 0);
  __allways_process(killer, nullptr, "killer", 0);
  __allways_start(-1);
  return 0;
}

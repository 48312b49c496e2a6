// sc: safe
// rc11: safe
// weak-rc11: unsafe
// property: assert,no-data-race
// A local static variable is initialised once, and whoever comes later finds it so; WEAK: a flag of the program's own says so, relaxed.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

struct part {
  int value;
  part() : value(3) {}
};

static std::atomic<bool> made;
static part *known;

static part &get() {
  static part only;
  known = &only;
  made.store(true, std::memory_order_relaxed);
  return only;
}

int main() {
  std::thread t([] {
#ifdef WEAK
    if (made.load(std::memory_order_relaxed)) assert(known->value == 3);
#else
    assert(get().value == 3);
#endif
  });
#ifdef WEAK
  get();
#endif
  t.join();
  assert(get().value == 3);
}

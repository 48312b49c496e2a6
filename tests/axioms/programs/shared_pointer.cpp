// sc: safe
// rc11: safe
// weak-rc11: unsafe data race
// property: assert,no-data-race,valid-memsafety
// Who gives the last reference back ends the object; WEAK: both write to it.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

struct part {
  int value = 1;
  ~part() { value = 0; }
};

int main() {
  auto p = std::make_shared<part>();
  std::weak_ptr<part> w = p;
  std::thread t([w] {
    auto q = w.lock();
    if (q) assert(q->value == 1);
#ifdef WEAK
    if (q) q->value = 1;
#endif
  });
#ifdef WEAK
  p->value = 1;
#endif
  p.reset();
  t.join();
}

// expect: safe
// property: deadlock
// flags: -std=c++20
// engines: naive stateful stateless dpor hunt auto
// Spin locks as a class, taken by guards in one order.
#include <atomic>
#include <mutex>
#include <thread>
class spin_lock {
  std::atomic_flag taken;
 public:
  void lock() {
    while (taken.test_and_set()) std::this_thread::yield();
  }
  void unlock() { taken.clear(); }
};
static spin_lock first, second;
int main() {
  std::thread t([] {
    std::lock_guard<spin_lock> a(first);
    std::lock_guard<spin_lock> b(second);
  });
  {
    std::lock_guard<spin_lock> a(first);
    std::lock_guard<spin_lock> b(second);
  }
  t.join();
}

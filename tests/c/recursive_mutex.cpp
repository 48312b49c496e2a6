// expect: safe
// property: assert,deadlock
#include <cassert>
#include <mutex>
#include <thread>
struct counter {
  std::recursive_mutex lock;
  int value = 0;
  void add() {
    std::lock_guard<std::recursive_mutex> guard(lock);
    value++;
  }
  void add_two() {
    std::lock_guard<std::recursive_mutex> guard(lock);
    int before = value;
    add();
    add();
    assert(value == before + 2);
  }
};
int main() {
  counter c;
  std::thread t([&] { c.add_two(); });
  c.add_two();
  t.join();
  assert(c.value == 4);
}

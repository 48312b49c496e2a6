// expect: safe
// property: assert,deadlock,no-data-race
// lines: 10500
// transitions: 300
#include <cassert>
#include <future>
#include <thread>
int main() {
  std::promise<int> p;
  auto f = p.get_future();
  std::thread t([&] { p.set_value(7); });
  assert(f.get() == 7);
  t.join();
}

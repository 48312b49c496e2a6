// expect: safe
// engines: stateful
#include <cassert>
#include <future>

int main() {
  std::promise<int> p;
  std::future<int> f = p.get_future();
  std::thread t([&p] { p.set_value(7); });
  assert(f.get() == 7);
  t.join();
  return 0;
}

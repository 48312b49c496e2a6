// expect: safe
// property: assert,null,bounds
// engines: stateful
// Two threads refer to one exception, each counts.
#include <cassert>
#include <future>

int main() {
  std::promise<int> p;
  std::future<int> f = p.get_future();
  std::thread t([&p] {
    try {
      throw 5;
    } catch (...) {
      p.set_exception(std::current_exception());
    }
  });
  try {
    f.get();
    assert(false);
  } catch (int e) {
    assert(e == 5);
  }
  t.join();
  return 0;
}

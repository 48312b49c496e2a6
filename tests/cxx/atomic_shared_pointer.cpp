// expect: safe
// property: assert,valid-memsafety
// flags: -std=c++20
// An atomic shared pointer is a pointer behind a lock, which is a bit of an address.
#include <atomic>
#include <cassert>
#include <memory>
#include <thread>

int main() {
  std::atomic<std::shared_ptr<int>> p{std::make_shared<int>(1)};
  std::thread t([&] { p.store(std::make_shared<int>(2)); });
  auto q = p.load();
  assert(*q == 1 || *q == 2);
  t.join();
  assert(*p.load() == 2);
}

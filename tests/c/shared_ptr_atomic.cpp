// expect: safe
// property: assert,no-data-race,valid-memsafety
#include <cassert>
#include <memory>
#include <thread>
std::shared_ptr<int> shown = std::make_shared<int>(1);
int main() {
  std::thread t([] { std::atomic_store(&shown, std::make_shared<int>(2)); });
  auto seen = std::atomic_load(&shown);
  t.join();
  assert(*seen == 1 || *seen == 2);
  std::shared_ptr<int> expected = std::atomic_load(&shown);
  assert(std::atomic_compare_exchange_strong(&shown, &expected, std::make_shared<int>(3)));
  assert(*shown == 3);
}

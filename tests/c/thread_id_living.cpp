// expect: safe
// property: assert
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<std::thread::id> owner;

int main() {
  owner = std::this_thread::get_id();
  std::thread t([] { assert(owner.load() != std::this_thread::get_id()); });
  assert(t.joinable() && t.get_id() != std::thread::id() && t.get_id() != owner.load());
  t.join();
  assert(!t.joinable() && t.get_id() == std::thread::id());
}

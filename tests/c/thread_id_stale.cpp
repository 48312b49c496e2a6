// expect: unsafe assert
// property: assert
// A lock that knows its owner by id alone: one that a thread has left locked belongs to a later one with that id.
#include <atomic>
#include <cassert>
#include <thread>

static std::atomic<std::thread::id> owner;
static bool is_mine() { return owner.load() == std::this_thread::get_id(); }

int main() {
  std::thread([] { owner = std::this_thread::get_id(); }).join();
  std::thread([] { assert(!is_mine()); }).join();
}

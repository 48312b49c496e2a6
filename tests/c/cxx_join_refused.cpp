// expect: safe
// property: assert,deadlock
// engines: auto naive dpor
// A thread that joins itself, and what is not joinable, give exceptions.
#include <cassert>
#include <mutex>
#include <system_error>
#include <thread>

static std::thread t;
static std::mutex known;
static bool refused;

static int code_of_join(std::thread &x) {
  try {
    x.join();
  } catch (const std::system_error &e) {
    return e.code().value();
  }
  return 0;
}

int main() {
  std::thread none;
  assert(code_of_join(none) == static_cast<int>(std::errc::invalid_argument));
  bool caught = false;
  try {
    none.detach();
  } catch (const std::system_error &) {
    caught = true;
  }
  assert(caught);
  {
    std::lock_guard<std::mutex> hold(known);
    t = std::thread([] {
      std::lock_guard<std::mutex> hold(known);
      refused = code_of_join(t) == static_cast<int>(std::errc::resource_deadlock_would_occur);
    });
  }
  std::thread own;
  {
    std::lock_guard<std::mutex> hold(known);
    own = std::move(t);
  }
  own.join();
  return 0;
}

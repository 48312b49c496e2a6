// expect: safe
// options: --create-may-fail
// std::thread that cannot be created throws, and std::async that leaves a choice defers the call.
#include <cassert>
#include <future>
#include <system_error>
#include <thread>

static int count;

int main() {
  bool refused = false;
  try {
    std::thread t([] { count++; });
    t.join();
  } catch (const std::system_error &e) {
    assert(e.code() == std::errc::resource_unavailable_try_again);
    refused = true;
  }
  assert(count == !refused);
  assert(std::async([] { return 3; }).get() == 3);
}

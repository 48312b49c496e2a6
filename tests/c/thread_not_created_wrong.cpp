// expect: unsafe assert
// options: --create-may-fail
#include <cassert>
#include <system_error>
#include <thread>

int main() {
  bool ran = false;
  try {
    std::thread t([&] { ran = true; });
    t.join();
  } catch (const std::system_error &) {
  }
  assert(ran);
}

// expect: unsafe exception
// property: assert
// engines: auto naive dpor
// The second one throws std::system_error, which nobody names and nobody catches.
#include <thread>

int main() {
  std::thread t([] {});
  t.join();
  t.join();
}

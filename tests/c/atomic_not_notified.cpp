// expect: unsafe deadlock
// property: deadlock
// flags: -std=c++20
// Nobody is told that the value has changed.
#include <atomic>
#include <thread>
static std::atomic<int> a{0};
int main() {
  std::thread t([] { a = 1; });
  a.wait(0);
  t.join();
}

// expect: safe
// property: assert,deadlock,no-data-race
// lines: 1700
// transitions: 40
#include <atomic>
#include <cassert>
#include <thread>
std::atomic<int> a{0};
int main() {
  std::thread t([] { a++; });
  a++;
  t.join();
  assert(a == 2);
}

// expect: safe
// property: assert,deadlock,no-data-race
#include <atomic>
#include <cassert>
#include <mutex>
#include <thread>
static std::mutex m;
static int x;
static std::atomic<int> y;
static void add(int n) {
  std::lock_guard<std::mutex> guard(m);
  x += n;
  y += n;
}
int main() {
  std::thread t(add, 2);
  add(3);
  t.join();
  assert(x == 5 && y == 5);
}

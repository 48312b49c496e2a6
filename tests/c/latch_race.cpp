// expect: unsafe race
// property: no-data-race
// flags: -std=c++20
// engines: auto dpor naive
// To count down orders nothing for who does not wait.
#include <latch>
#include <thread>
static std::latch once{1};
static int x;
int main() {
  std::thread t([] { x = 1; once.count_down(); });
  once.try_wait();
  x = 2;
  t.join();
}

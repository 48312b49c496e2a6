// expect: unsafe deadlock
// property: deadlock
// flags: -std=c++20
// engines: auto dpor naive
// A count of zero opens nothing, and is allowed.
#include <latch>
#include <thread>
int main() {
  std::latch two{2};
  std::thread t([&] { two.count_down(0); two.count_down(); });
  two.wait();
  t.join();
}

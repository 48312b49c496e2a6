// expect: unsafe assert
// flags: -std=c++20
// engines: auto dpor
// No more may be counted than was expected.
#include <latch>
#include <thread>
static std::latch two{2};
int main() {
  std::thread t([] { two.count_down(2); });
  two.count_down();
  t.join();
}

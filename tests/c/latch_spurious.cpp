// expect: unsafe assert
// flags: -std=c++20
// options: --spurious-wakeups
// try_wait may say no for no reason.
#include <cassert>
#include <latch>
int main() {
  std::latch open{0};
  open.wait();
  assert(open.try_wait());
}

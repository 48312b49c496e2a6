// expect: safe
// flags: -std=c++20
// options: --spurious-wakeups=off
#include <cassert>
#include <semaphore>

int main() {
  std::counting_semaphore<2> s{2};
  assert(s.try_acquire() && s.try_acquire() && !s.try_acquire());
}

// expect: safe
// property: assert,deadlock,no-data-race
// options: --spurious-wakeups=off
// flags: -std=c++20
// engines: auto dpor stateful naive
// What comes before a latch or a barrier is seen behind it, in every thread. (try_wait may fail without a reason.)
#include <barrier>
#include <cassert>
#include <latch>
#include <thread>
static std::latch both{2};
static std::barrier<> meeting{2};
static int x, y;
int main() {
  std::thread one([] {
    x = 1;
    both.count_down();
    both.wait();
    assert(y == 1);
    meeting.arrive_and_wait();
    x = 2;
  });
  std::thread two([] {
    y = 1;
    both.arrive_and_wait();
    assert(x == 1 && both.try_wait());
    meeting.arrive_and_wait();
    y = 2;
  });
  one.join();
  two.join();
  assert(x == 2 && y == 2);
}

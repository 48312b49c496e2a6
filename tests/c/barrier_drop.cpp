// expect: safe
// property: assert,deadlock,no-data-race
// flags: -std=c++20
// engines: auto dpor stateful
// Who drops out counts for this phase, and no more for the next ones.
#include <barrier>
#include <cassert>
#include <thread>
static std::barrier meeting(2);
static int x;
int main() {
  std::thread t([] {
    x = 1;
    meeting.arrive_and_drop();
  });
  meeting.arrive_and_wait();
  assert(x == 1);
  meeting.arrive_and_wait();
  meeting.arrive_and_wait();
  t.join();
}

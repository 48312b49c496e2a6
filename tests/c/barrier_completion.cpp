// expect: safe
// property: assert,deadlock,no-data-race
// flags: -std=c++20
// engines: auto dpor stateful
// The completion function runs once per phase, behind all who come and before all who leave.
#include <barrier>
#include <cassert>
#include <thread>
static int part[2], sum, phases;
static auto add = []() noexcept { sum = part[0] + part[1]; phases++; };
static std::barrier meeting(2, add);
static void work(int me) {
  part[me] = 3 + me;
  meeting.arrive_and_wait();
  assert(sum == 7 && phases == 1);
  part[me] = 5;
  meeting.arrive_and_wait();
  assert(sum == 10 && phases == 2);
}
int main() {
  std::thread t(work, 0);
  work(1);
  t.join();
}

// expect: safe
// property: assert,deadlock,no-data-race
// flags: -std=c++20
// engines: auto dpor stateful
// Between coming and waiting there is time for other things; a token is good until the end of the next phase.
#include <barrier>
#include <cassert>
#include <thread>
#include <utility>
static std::barrier meeting(3);
static int x, y, z;
int main() {
  std::thread t([] {
    x = 1;
    auto token = meeting.arrive(2);
    z = 3;
    meeting.wait(std::move(token));
    assert(y == 2);
  });
  y = 2;
  auto token = meeting.arrive();
  auto moved = std::move(token);
  meeting.wait(std::move(moved));
  assert(x == 1);
  t.join();
  auto late = meeting.arrive(3);
  meeting.wait(std::move(late));
}

// expect: safe
// property: assert,deadlock
// flags: -std=c++20
// What waits for atomic objects: a latch, a barrier, the object itself.
#include <atomic>
#include <barrier>
#include <cassert>
#include <latch>
#include <thread>
static std::latch ready(1);
static std::barrier meeting(2);
static std::atomic<long> stage{0};
static int x, y;
int main() {
  std::thread t([] {
    x = 1;
    ready.count_down();
    meeting.arrive_and_wait();
    assert(y == 2);
    stage = 1;
    stage.notify_one();
  });
  ready.wait();
  assert(x == 1);
  y = 2;
  meeting.arrive_and_wait();
  stage.wait(0);
  assert(stage == 1);
  t.join();
}

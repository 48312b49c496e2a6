// expect: unsafe assert
// flags: -std=c++20
// engines: auto dpor naive
// Any of the threads may be the one that runs the completion function.
#include <barrier>
#include <cassert>
#include <thread>
static thread_local int me;
static int who;
static auto tell = []() noexcept { who = me; };
static std::barrier meeting(2, tell);
int main() {
  std::thread t([] { me = 1; meeting.arrive_and_wait(); });
  me = 2;
  meeting.arrive_and_wait();
  assert(who == 1);
  t.join();
}

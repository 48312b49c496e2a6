// expect: unsafe race
// property: no-data-race
// flags: -std=c++20
// engines: auto dpor naive
// To arrive without waiting orders what came before, not what comes behind.
#include <barrier>
#include <thread>
static std::barrier meeting(2);
static int x;
int main() {
  std::thread t([] {
    (void)meeting.arrive();
    x = 1;
  });
  meeting.arrive_and_wait();
  x = 2;
  t.join();
}

// expect: unsafe deadlock
// property: deadlock
// flags: -std=c++20
// engines: auto dpor naive
// The second phase waits for somebody who has gone.
#include <barrier>
#include <thread>
int main() {
  std::barrier meeting(2);
  std::thread t([&] { meeting.arrive_and_wait(); });
  meeting.arrive_and_wait();
  t.join();
  meeting.arrive_and_wait();
}

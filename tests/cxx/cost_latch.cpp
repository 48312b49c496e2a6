// expect: safe
// property: assert,deadlock,no-data-race
// flags: -std=c++20
// lines: 2200
// transitions: 300
#include <barrier>
#include <cassert>
#include <latch>
#include <thread>
std::latch l{2};
std::barrier<> b{2};
int x, y;
int main() {
  std::thread t1([] {
    x = 1;
    l.count_down();
    l.wait();
    b.arrive_and_wait();
    assert(x == 1 && y == 1);
  });
  std::thread t2([] {
    y = 1;
    l.arrive_and_wait();
    b.arrive_and_wait();
    assert(x == 1 && y == 1);
  });
  t1.join();
  t2.join();
}

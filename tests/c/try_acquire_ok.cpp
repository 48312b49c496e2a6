// expect: safe
// flags: -std=c++20
#include <cassert>
#include <semaphore>
#include <thread>

int main() {
  std::counting_semaphore<2> s{1};
  int data = 0;
  auto run = [&] {
    if (!s.try_acquire()) s.acquire();
    data++;
    s.release();
  };
  std::thread t(run);
  run();
  t.join();
  assert(data == 2 && (!s.try_acquire() || !s.try_acquire()));
}

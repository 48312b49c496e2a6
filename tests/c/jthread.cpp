// expect: unsafe assert
// flags: -std=c++20
// The semaphore orders what comes before it, not what comes behind.
#include <atomic>
#include <cassert>
#include <semaphore>
#include <thread>
static std::atomic<int> n{0};
static std::binary_semaphore s{0};

int main() {
  std::jthread t([](std::stop_token) {
    n = 1;
    s.release();
    n = 2;
  });
  s.acquire();
  assert(n >= 1);
  assert(n == 2);
  return 0;
}

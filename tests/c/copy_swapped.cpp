// expect: safe
// property: assert
// engines: auto stateful dpor
// Copies by a mutex and by move: nothing is torn.
#include <cassert>
#include <mutex>
#include <thread>
#include <utility>
struct point {
  int x = 0, y = 0;
};
static point a, b{1, 1};
static std::mutex lock;
int main() {
  std::thread t([] {
    std::lock_guard<std::mutex> guard(lock);
    std::swap(a, b);
  });
  point seen;
  {
    std::lock_guard<std::mutex> guard(lock);
    seen = a;
  }
  assert(seen.x == seen.y);
  t.join();
}

// expect: safe
// engines: stateful
#include <cassert>
#include <future>

static int next(int x) { return x + 1; }

int main() {
  std::future<int> f = std::async(std::launch::async, next, 2);
  assert(f.get() == 3);
  std::future<int> later = std::async(std::launch::deferred, next, 3);
  assert(later.get() == 4);
  return 0;
}

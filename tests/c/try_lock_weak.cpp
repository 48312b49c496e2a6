// expect: safe
// property: assert,deadlock
// engines: stateful dpor auto
// Two mutexes at once: that trying to take the second fails for no reason only means another round.
#include <cassert>
#include <mutex>
#include <thread>
static std::mutex a, b;
static int count;
int main() {
  std::thread t([] {
    std::scoped_lock both(a, b);
    count++;
  });
  {
    std::scoped_lock both(b, a);
    count++;
  }
  t.join();
  assert(count == 2);
}

// A lock of one flag around two counters without bound. Hundreds of points: runs by chance alone come to some of them too seldom.
#include <atomic>
#include <cassert>
#include <thread>
static std::atomic_flag taken = ATOMIC_FLAG_INIT;
static unsigned x, y;
static void work() {
  for (;;) {
    while (taken.test_and_set()) {}
    x++;
    y++;
    assert(x == y);
    taken.clear();
  }
}
int main() {
  std::thread one(work), other(work);
  one.join();
  other.join();
}

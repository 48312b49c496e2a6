// expect: safe
// options: --spurious-wakeups=off
#include <cassert>
#include <mutex>
static std::mutex m;
int main() {
  assert(m.try_lock());
  m.unlock();
}

// expect: unsafe assert
// engines: naive stateful dpor auto
// std::mutex::try_lock may fail though nobody holds the mutex, also if it is called through a pointer.
#include <cassert>
#include <mutex>
static std::mutex m;
static bool (std::mutex::*volatile attempt)() = &std::mutex::try_lock;
int main() {
  bool got = (m.*attempt)();
  if (got) m.unlock();
  assert(got);
}

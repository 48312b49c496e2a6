// expect: safe
// ... and only then. Who holds the mutex is never told that the time is over.
#include <cassert>
#include <chrono>
#include <mutex>

int main() {
  std::recursive_timed_mutex m;
  auto begin = std::chrono::steady_clock::now();
  if (m.try_lock_for(std::chrono::seconds(1)))
    m.unlock();
  else
    assert(std::chrono::steady_clock::now() - begin >= std::chrono::seconds(1));
}

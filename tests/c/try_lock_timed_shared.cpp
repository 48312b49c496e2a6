// expect: unsafe assert
#include <cassert>
#include <chrono>
#include <shared_mutex>

int main() {
  std::shared_timed_mutex m;
  std::shared_lock<std::shared_timed_mutex> l(m, std::chrono::system_clock::now());
  assert(l.owns_lock());
}

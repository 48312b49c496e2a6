// expect: safe
// flags: -std=c++20
// wait_for and try_lock_for that end by time have taken so long.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>

using namespace std::chrono;

int main() {
  std::mutex mutex;
  std::condition_variable condition;
  std::unique_lock<std::mutex> lock(mutex);
  auto begin = steady_clock::now();
  if (condition.wait_for(lock, milliseconds(5)) == std::cv_status::timeout)
    assert(steady_clock::now() - begin >= milliseconds(5));
  auto limit = system_clock::now() + milliseconds(2);
  if (condition.wait_until(lock, limit) == std::cv_status::timeout) assert(system_clock::now() >= limit);
}

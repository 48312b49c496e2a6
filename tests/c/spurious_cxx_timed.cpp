// expect: unsafe assert
// engines: stateful dpor auto
// wait_for may end before its time without having been told.
#include <cassert>
#include <chrono>
#include <condition_variable>
#include <mutex>
static std::mutex m;
static std::condition_variable c;
int main() {
  std::unique_lock<std::mutex> lock(m);
  assert(c.wait_for(lock, std::chrono::seconds(1)) == std::cv_status::timeout);
}

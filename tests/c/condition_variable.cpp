// expect: safe
// property: assert,deadlock,no-data-race
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
static std::mutex m;
static std::condition_variable c;
static bool ready;
int main() {
  std::thread t([] {
    std::unique_lock<std::mutex> lock(m);
    ready = true;
    c.notify_one();
  });
  std::unique_lock<std::mutex> lock(m);
  c.wait(lock, [] { return ready; });
  lock.unlock();
  t.join();
  assert(ready);
}

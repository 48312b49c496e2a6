// expect: safe
// property: assert,deadlock,no-data-race
// engines: naive stateful dpor auto
#include <cassert>
#include <condition_variable>
#include <mutex>
#include <thread>
static std::mutex m;
static std::condition_variable c;
static bool ready;
static int value;
int main() {
  std::thread t([] {
    std::unique_lock<std::mutex> lock(m);
    c.wait(lock, [] { return ready; });
    assert(value == 3);
  });
  {
    std::lock_guard<std::mutex> guard(m);
    value = 3;
    ready = true;
  }
  c.notify_one();
  t.join();
}

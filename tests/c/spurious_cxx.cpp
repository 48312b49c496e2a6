// expect: unsafe assert
// engines: naive stateful dpor auto
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
    if (!ready) c.wait(lock);
    assert(ready);
  });
  {
    std::lock_guard<std::mutex> guard(m);
    ready = true;
  }
  c.notify_one();
  t.join();
}

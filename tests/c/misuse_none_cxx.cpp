// expect: safe
// property: pthread-misuse
#include <condition_variable>
#include <memory>
#include <mutex>
#include <thread>

struct box {
  std::mutex m;
  std::recursive_mutex r;
  std::condition_variable c;
  bool full = false;
};

int main() {
  auto b = std::make_unique<box>();
  std::thread t([&b] {
    std::lock_guard<std::recursive_mutex> outer(b->r), inner(b->r);
    std::lock_guard<std::mutex> l(b->m);
    b->full = true;
    b->c.notify_one();
  });
  {
    std::unique_lock<std::mutex> l(b->m);
    b->c.wait(l, [&b] { return b->full; });
  }
  t.join();
}

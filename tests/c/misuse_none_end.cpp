// expect: safe
// flags: -std=c++20
// Given back before they end, however they end.
#include <condition_variable>
#include <memory>
#include <mutex>
#include <shared_mutex>
#include <thread>

struct account {
  int balance = 0;
  std::mutex m;
};

static void throws() {
  std::mutex m;
  std::lock_guard<std::mutex> g(m);
  throw 1;
}

int main() {
  auto a = std::make_unique<account>();
  std::thread t([&] {
    std::lock_guard<std::mutex> g(a->m);
    a->balance++;
  });
  {
    std::unique_lock<std::mutex> l(a->m);
    a->balance++;
  }
  t.join();
  a.reset();
  try {
    throws();
  } catch (int) {
  }
  for (int i = 0; i < 2; i++) {
    std::shared_mutex s;
    std::shared_lock<std::shared_mutex> l(s);
    std::recursive_mutex r;
    std::scoped_lock<std::recursive_mutex> k(r);
  }
}

// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
// flags: -std=c++20
// Another thread deletes it.
#include <memory>
#include <mutex>
#include <thread>

struct account {
  int balance = 0;
  std::mutex m;
};

int main() {
  auto a = std::make_unique<account>();
  std::thread t([&] { a.reset(); });
  a->m.lock();
  t.join();
}

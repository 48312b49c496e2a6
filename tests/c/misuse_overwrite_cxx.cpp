// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive dpor
// A mutex is made where another one may be held.
#include <mutex>
#include <new>
#include <thread>

std::mutex m;

int main() {
  std::thread t([] { std::lock_guard<std::mutex> hold(m); });
  new (&m) std::mutex;
  t.join();
}

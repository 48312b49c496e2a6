// expect: unsafe pthread-misuse
// property: pthread-misuse
// The condition ends while the other thread waits for it.
#include <condition_variable>
#include <mutex>
#include <thread>

std::mutex m;
bool waits;

int main() {
  auto *c = new std::condition_variable;
  std::thread t([c] {
    std::unique_lock<std::mutex> l(m);
    waits = true;
    c->wait(l);
  });
  {
    std::lock_guard<std::mutex> l(m);
    if (waits) delete c;
  }
  t.detach();
}

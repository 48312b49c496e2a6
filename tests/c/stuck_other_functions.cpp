// expect: safe
// property: deadlock
// Rounds of std::lock go through several functions.
#include <mutex>
#include <thread>
std::mutex a, b;
int main() {
  std::thread t([] { std::scoped_lock both(a, b); });
  { std::scoped_lock both(b, a); }
  t.join();
}

// expect: safe
// property: assert,deadlock
// engines: naive stateful dpor stateless auto
// A round in which try_lock fails for no reason is no run of its own.
#include <cassert>
#include <mutex>
#include <thread>
static std::mutex m;
static int count;
static void add() {
  while (!m.try_lock()) std::this_thread::yield();
  count++;
  m.unlock();
}
int main() {
  std::thread t(add);
  add();
  t.join();
  assert(count == 2);
}

// expect: unsafe deadlock
// property: deadlock
// The locks of C++ are those of pthread.
#include <shared_mutex>
#include <thread>

std::shared_mutex m;

int main() {
  m.lock_shared();
  std::thread t([] {
    m.lock();
    m.unlock();
  });
  m.lock_shared();
  m.unlock_shared();
  m.unlock_shared();
  t.join();
}

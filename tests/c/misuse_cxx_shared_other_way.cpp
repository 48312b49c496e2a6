// expect: unsafe pthread-misuse
// What is shared is given back by unlock_shared.
#include <shared_mutex>

std::shared_timed_mutex m;

int main() {
  m.lock_shared();
  m.unlock();
}

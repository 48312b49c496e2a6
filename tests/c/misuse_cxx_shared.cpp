// expect: unsafe pthread-misuse
// property: pthread-misuse
#include <shared_mutex>

std::shared_mutex m;

int main() {
  m.lock_shared();
  m.unlock_shared();
  m.unlock();
}

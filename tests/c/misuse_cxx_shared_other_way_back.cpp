// expect: unsafe pthread-misuse
// And what is held alone by unlock.
#include <shared_mutex>

std::shared_mutex m;

int main() {
  m.lock();
  m.unlock_shared();
}

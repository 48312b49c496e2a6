// expect: unsafe pthread-misuse
// property: pthread-misuse
// flags: -std=c++20
#include <shared_mutex>

int main() {
  for (int i = 0; i < 2; i++) {
    std::shared_mutex m;
    m.lock_shared();
    if (i == 0) m.unlock_shared();
  }
}

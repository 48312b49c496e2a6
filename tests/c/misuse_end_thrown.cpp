// expect: unsafe pthread-misuse
// property: pthread-misuse
// flags: -std=c++20
#include <mutex>

static void f() {
  std::recursive_mutex m;
  m.lock();
  m.lock();
  m.unlock();
  throw 1;
}

int main() {
  try {
    f();
  } catch (int) {
  }
}

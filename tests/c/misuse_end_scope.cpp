// expect: unsafe pthread-misuse
// flags: -std=c++20
// The destructor of std::mutex is trivial, and to destroy one that is held is undefined all the same.
#include <mutex>

static void f() {
  std::mutex m;
  m.lock();
}

int main() { f(); }

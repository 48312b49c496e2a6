// expect: safe
#include <cassert>
#include <thread>
static int made;
struct thing {
  thing() { made++; }
};
static thing &only() {
  static thing t;
  return t;
}
struct checker {
  ~checker() { assert(made == 1); }
};
static checker last;
int main() {
  std::thread t([] { only(); });
  only();
  t.join();
}

// expect: unsafe assert
// property: assert
// engines: auto stateful dpor
#include <cassert>
#include <thread>
struct point {
  int x = 0, y = 0;
};
struct named : point {
  short id = 0;
};
int main() {
  named shared;
  std::thread t([&] {
    named mine;
    mine.x = mine.y = 1;
    shared = mine;
  });
  named seen = shared;
  assert(seen.x == seen.y);
  t.join();
}

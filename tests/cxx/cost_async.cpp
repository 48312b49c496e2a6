// expect: safe
// property: assert,deadlock,no-data-race
// lines: 13500
// transitions: 150
#include <cassert>
#include <future>
int main() {
  auto f = std::async(std::launch::async, [] { return 41; });
  int x = f.get() + 1;
  assert(x == 42);
}

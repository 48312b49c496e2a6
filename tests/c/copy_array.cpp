// expect: unsafe assert
// property: assert
// engines: auto stateful dpor
#include <algorithm>
#include <array>
#include <cassert>
#include <thread>
static std::array<int, 3> shared{};
int main() {
  std::thread t([] {
    std::array<int, 3> mine{1, 1, 1};
    std::copy(mine.begin(), mine.end(), shared.begin());
  });
  std::array<int, 3> seen = shared;
  assert(seen[0] == seen[2]);
  t.join();
}

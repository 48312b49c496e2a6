// expect: unsafe read-only
// property: valid-memsafety
#include <utility>

int main() {
  std::pair<const int, int> p(1, 2);
  p.second = 3;
  const_cast<int &>(p.first) = 3;
  return 0;
}

// expect: unsafe read-only
// property: valid-memsafety
#include <array>

int main() {
  const std::array<int, 2> a{1, 2};
  const_cast<int &>(a[1]) = 3;
  return 0;
}

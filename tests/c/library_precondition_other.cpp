// expect: unknown
// property: no-overflow
// What follows is undefined: nothing is known about overflows.
#include <vector>
int main() {
  std::vector<int> v(3);
  return v[3];
}

// expect: unsafe bounds
// property: valid-memsafety
// The library as it is shipped reads behind the end.
#include <vector>
int main() {
  std::vector<int> v(3);
  return v[3];
}

// expect: unsafe read-only
// property: valid-memsafety
#include <vector>
const std::vector<int> values{1, 2};

int main() {
  const_cast<std::vector<int> &>(values).clear();
  return 0;
}

// expect: unsafe null
// property: valid-memsafety
#include <memory>
#include <utility>

int main() {
  auto p = std::make_unique<int>(3);
  auto q = std::move(p);
  return *q + *p;
}

// expect: unsafe null
// property: valid-memsafety
#include <memory>
int main() {
  auto a = std::make_unique<int>(1);
  auto b = std::move(a);
  return *a;
}

// expect: unsafe read-only
// property: valid-memsafety
#include <memory>
struct item {
  int k;
  item(int x) : k(x) {}
};

int main() {
  auto p = std::make_unique<const item>(3);
  const_cast<int &>(p->k) = 4;
  return 0;
}

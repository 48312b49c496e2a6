// expect: unsafe read-only
// property: valid-memsafety
#include <string>
namespace {
struct N {
  const std::string name;
  const int k;
  N(int x) : name("a"), k(x) {}
};
}  // namespace
int main() {
  N r(3);
  *const_cast<int *>(&r.k) = 4;
  return 0;
}

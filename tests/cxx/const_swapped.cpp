// expect: unsafe read-only
// property: valid-memsafety
#include <utility>
struct item {
  int k;
};

int main(int argc, char **) {
  const item a{argc};
  item b{3};
  std::swap(const_cast<item &>(a), b);
  return 0;
}

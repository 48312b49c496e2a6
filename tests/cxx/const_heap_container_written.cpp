// expect: unsafe read-only
// property: valid-memsafety
#include <vector>
struct item {
  const int key;
  item(int k) : key(k) {}
};

int main() {
  std::vector<item> items;
  items.emplace_back(3);
  const_cast<int &>(items[0].key) = 4;
  return 0;
}

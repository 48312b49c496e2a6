// expect: unsafe read-only
// property: valid-memsafety
#include <string>
struct item {
  const std::string name;
  int value;
  item() : name("abc"), value(1) {}
};

int main() {
  item i;
  i.value = 2;
  const_cast<std::string &>(i.name)[0] = 'x';
  return 0;
}

// expect: safe
// property: valid-memsafety
// All three ways in one program, and null pointers, which every way takes.
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
struct part { virtual ~part() {} int v = 1; };
struct whole : part { std::unique_ptr<char[]> text{new char[4]}; };
int main() {
  std::unique_ptr<part> p = std::make_unique<whole>();
  part *several = new part[2];
  delete[] several;
  char *copy = strdup("abc");
  std::free(copy);
  int *none = nullptr;
  delete none;
  delete[] none;
  std::free(none);
  std::string long_text(40, 'x');
  return long_text.size() == 40 ? 0 : 1;
}

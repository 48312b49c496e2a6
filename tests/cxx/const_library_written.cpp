// expect: unsafe read-only
// property: valid-memsafety
// message: a constant is written
// Constant objects of the library's classes, too.
#include <string>

int main() {
  const std::string s("abc");
  const_cast<std::string &>(s) = "xyz";
  return 0;
}

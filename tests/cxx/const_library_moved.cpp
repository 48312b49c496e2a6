// expect: unsafe read-only
// property: valid-memsafety
// What is moved from a constant is taken out of it.
#include <string>
#include <utility>

int main() {
  const std::string s(30, 'a');
  std::string t = std::move(const_cast<std::string &>(s));
  return t.size() == 30;
}

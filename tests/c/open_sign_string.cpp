// expect: unsafe assert
// std::string::compare gives what memcmp gives.
#include <cassert>
#include <string>

int main() {
  std::string a = "abc", b = "abd";
  assert(a < b);
  assert(a.compare(b) == -1);
}

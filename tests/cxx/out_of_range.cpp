// expect: safe
// output: native
// The library's own texts about indices: names, numbers of every length, both ends of the range.
#include <cassert>
#include <cstring>
#include <iostream>
#include <stdexcept>
#include <string>
#include <vector>

template <typename F> void tell(F &&f) {
  bool thrown = false;
  try {
    f();
  } catch (const std::out_of_range &e) {
    thrown = true;
    assert(std::strlen(e.what()) > 20);
    std::cout << e.what() << "\n";
  }
  assert(thrown);
}

int main() {
  std::string s = "abc";
  std::vector<int> v(3), none;
  tell([&] { s.substr(10); });
  tell([&] { s.at(3); });
  tell([&] { s.insert(4, "x"); });
  tell([&] { s.replace(1000000, 1, "x"); });
  tell([&] { v.at(12345678901234567u); });
  tell([&] { v.at(static_cast<std::size_t>(-1)); });
  tell([&] { none.at(0); });
}

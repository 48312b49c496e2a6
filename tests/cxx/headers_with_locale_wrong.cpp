// expect: unsafe
// property: assert
// flags: -std=c++20
// Headers of libstdc++ that bring locales stand beside the streams of the models.
#include <regex>

#include <iostream>

#include <filesystem>
#include <locale>
#include <sstream>

#include <cassert>
int main() {
  std::ostringstream text;
  text << 1 << "ab";
  std::cout << text.str() << std::endl;
  assert(text.str().size() == 4);
}

// expect: safe
// options: --libc=glibc
// The texts and the relations of error codes are those of libstdc++.
#include <cassert>
#include <cstring>
#include <future>
#include <string>
#include <system_error>

int main() {
  std::error_code code = std::make_error_code(std::errc::invalid_argument);
  assert(code.message() == "Invalid argument" && std::string(code.category().name()) == "generic");
  assert(std::error_code(2, std::system_category()) == std::errc::no_such_file_or_directory);
  assert(std::error_code(2, std::system_category()) != code && std::error_code(22, std::system_category()) != code);
  try {
    throw std::system_error(code, "open");
  } catch (const std::exception &e) {
    assert(std::string(e.what()) == "open: Invalid argument");
  }
  std::promise<int> p;
  p.set_value(1);
  try {
    p.set_value(2);
  } catch (const std::future_error &e) {
    assert(e.code().message() == "Promise already satisfied");
  }
  assert(!std::strcmp(strerror(12), "Cannot allocate memory"));
}

// expect: safe
// property: assert,valid-memsafety
#include <cassert>
#include <exception>
#include <memory>
#include <string>
int main() {
  std::weak_ptr<int> weak = std::make_shared<int>(1);
  int caught = 0;
  try {
    std::shared_ptr<int> strong(weak);
  } catch (const std::bad_weak_ptr &e) {
    caught += std::string(e.what()) == "bad_weak_ptr";
  }
  try {
    try {
      throw 1;
    } catch (...) {
      std::throw_with_nested(std::string("outer"));
    }
  } catch (const std::nested_exception &e) {
    try {
      e.rethrow_nested();
    } catch (int inner) {
      caught += inner;
    }
  }
  assert(caught == 2);
}

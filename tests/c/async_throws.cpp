// expect: safe
// property: assert,valid-memsafety,deadlock
// What a task throws comes out of its future.
#include <cassert>
#include <future>
#include <stdexcept>
#include <string>
int main() {
  auto result = std::async(std::launch::async, []() -> int { throw std::runtime_error("boom"); });
  bool caught = false;
  try {
    result.get();
  } catch (const std::runtime_error &e) {
    caught = std::string(e.what()) == "boom";
  }
  assert(caught);
}

// expect: unsafe assert
// flags: -std=c++20
// C++ [thread.sema.cnt]: "An implementation may fail to decrement the counter even if it is positive."
#include <cassert>
#include <semaphore>

int main() {
  std::binary_semaphore s{1};
  bool (std::binary_semaphore::*volatile attempt)() noexcept = &std::binary_semaphore::try_acquire;
  assert((s.*attempt)());
}

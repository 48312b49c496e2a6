// expect: unsafe exception
// message: std::terminate
#include <stdexcept>

static void f() noexcept { throw std::runtime_error("leaves a noexcept function"); }

int main() {
  try {
    f();
  } catch (...) {}
}

// expect: unsafe double-free
// property: valid-memsafety
// flags: -std=c++20
// By a smart pointer, in another thread.
#include <memory>
#include <thread>

namespace shapes {
struct shape { int sides = 0; };
struct square : shape { long width = 1; };
}  // namespace shapes

int main() {
  std::unique_ptr<shapes::shape> p(new shapes::square);
  std::thread t([q = std::move(p)]() mutable { q.reset(); });
  t.join();
}

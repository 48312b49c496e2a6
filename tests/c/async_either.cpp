// expect: safe
// Right for a call that is made at once, later, or never, and with a policy that leaves no choice.
#include <cassert>
#include <chrono>
#include <future>

static int add(int a, int b) { return a + b; }

int main() {
  std::future<int> f = std::async(add, 1, 2);
  if (f.wait_for(std::chrono::seconds(0)) == std::future_status::deferred) f.wait();
  assert(f.get() == 3);
  std::future<int> g = std::async(std::launch::async, add, 3, 4);
  assert(g.wait_for(std::chrono::seconds(0)) != std::future_status::deferred);
  assert(g.get() == 7);
  std::future<int> h = std::async(std::launch::deferred, add, 5, 6);
  assert(h.wait_for(std::chrono::seconds(0)) == std::future_status::deferred);
  assert(h.get() == 11);
}

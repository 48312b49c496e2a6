// expect: safe
// property: assert
// engines: auto stateful dpor
// vacuous: assume 13, assert 14
// No order of the threads passes the assumption, so that nothing behind it is looked at.
#include <atomic>
#include <cassert>
#include <thread>
extern "C" void __VERIFIER_assume(int);
static std::atomic<int> value{0};
int main() {
  std::thread t([] { value = 1; });
  __VERIFIER_assume(value == 2);
  assert(value == 1);
  t.join();
}

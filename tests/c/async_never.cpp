// expect: unsafe assert
// A call that is deferred and for whose result nobody asks is never made.
#include <cassert>
#include <future>

static int calls;

int main() {
  {
    auto f = std::async([] { calls++; });
  }
  assert(calls == 1);
}

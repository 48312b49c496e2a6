// expect: safe
// property: assert,deadlock
// options: --libc=glibc
// libstdc++ makes a thread where it may.
#include <cassert>
#include <future>

static int calls;

int main() {
  std::promise<void> begun;
  {
    auto f = std::async([&] { calls++, begun.set_value(); });
    begun.get_future().get();
  }
  assert(calls == 1);
}

// expect: safe
// property: assert,valid-memsafety
// engines: auto naive dpor
// Nobody names std::system_error: a handler for everything takes it, others do not.
#include <cassert>
#include <thread>

static int seen;

static void join(std::thread &t) {
  try {
    t.join();
  } catch (int) {
    seen = 1;
  }
}

int main() {
  std::thread t([] {});
  t.join();
  try {
    join(t);
  } catch (...) {
    seen = 2;
  }
  assert(seen == 2);
}

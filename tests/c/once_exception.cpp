// expect: safe
// property: assert,deadlock
// A function that throws was not called: the next caller of std::call_once runs its own. Also with one inside of the other.
#include <cassert>
#include <mutex>
#include <thread>

std::once_flag outer, inner;
int tries, done, inner_done;

void attempt() {
  try {
    std::call_once(outer, [] {
      std::call_once(inner, [] { inner_done++; });
      if (tries++ == 0) throw 1;
      done++;
    });
  } catch (int) {
  }
}

int main() {
  std::thread other(attempt);
  attempt();
  other.join();
  assert(tries == 2 && done == 1 && inner_done == 1);
}

// expect: safe
// A steady clock shows at least what was slept, in each thread, and never goes back.
#include <cassert>
#include <chrono>
#include <thread>

using namespace std::chrono;

int main() {
  auto begin = steady_clock::now();
  std::this_thread::sleep_for(milliseconds(5));
  auto middle = steady_clock::now();
  std::this_thread::sleep_until(middle + milliseconds(3));
  auto end = steady_clock::now();
  assert(middle - begin >= milliseconds(5));
  assert(end - begin >= milliseconds(8));
}

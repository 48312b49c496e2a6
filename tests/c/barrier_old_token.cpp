// expect: unsafe assert
// flags: -std=c++20
// engines: auto dpor
// A token of the phase before the last is good for nothing.
#include <barrier>
#include <utility>
int main() {
  std::barrier alone(1);
  auto old = alone.arrive();
  alone.arrive_and_wait();
  alone.wait(std::move(old));
}

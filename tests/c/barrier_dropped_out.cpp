// expect: unsafe assert
// flags: -std=c++20
// engines: auto dpor
// Nobody is expected any more.
#include <barrier>
int main() {
  std::barrier alone(1);
  alone.arrive_and_wait();
  alone.arrive_and_drop();
  alone.arrive_and_wait();
}

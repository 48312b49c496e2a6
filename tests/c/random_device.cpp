// expect: unsafe assert
#include <cassert>
#include <random>

int main() {
  std::random_device device;
  std::mt19937 numbers(device());
  assert(device() != 42);
}

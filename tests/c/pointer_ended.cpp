// expect: unsafe pointer
// property: pointer-arithmetic
// flags: -std=c++20
#include <thread>

static int *shared;

int main() {
  shared = new int[2];
  std::thread t([] { delete[] shared; });
  int *second = shared + 1;
  t.join();
  return second == nullptr;
}

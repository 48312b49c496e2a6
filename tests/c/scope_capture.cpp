// expect: unsafe use-after-free
// property: valid-memsafety
// engines: naive dpor auto
#include <thread>

int main() {
  std::thread t;
  for (int i = 0; i < 1; i++) {
    int x = i;
    t = std::thread([&x] { x++; });
    if (x == 7) continue;
  }
  t.join();
}

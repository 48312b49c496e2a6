// expect: unsafe overlap
// property: bounds
// flags: -std=c++20
// engines: auto dpor
// Only if the other thread has moved the place.
#include <atomic>
#include <cstring>
#include <thread>

static char text[16] = "abcdefgh";
static std::atomic<int> place{8};

int main() {
  std::thread t([] { place = 3; });
  std::memcpy(text + place, text, 4);
  t.join();
}

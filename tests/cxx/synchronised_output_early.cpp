// expect: unsafe race
// property: no-data-race
// flags: -std=c++20
// Writing to the stream beside the one that collects is a race.
#include <sstream>
#include <syncstream>
#include <thread>

int main() {
  std::ostringstream all;
  std::thread t([&] { std::osyncstream(all) << 1; });
  all << 2;
  t.join();
}

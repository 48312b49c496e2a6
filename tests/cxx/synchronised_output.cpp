// expect: safe
// property: assert,no-data-race,valid-memsafety
// flags: -std=c++20
// What one stream collects comes as a whole, beside <iostream> and to the console, too.
#include <cassert>
#include <iostream>
#include <sstream>
#include <syncstream>
#include <thread>

int main() {
  std::ostringstream all;
  std::thread t([&] {
    std::osyncstream out(all);
    out << 1 << 'a';
    std::osyncstream(std::cout) << "thread " << 1 << std::endl;
  });
  {
    std::osyncstream out(all);
    out << 2 << 'b';
    assert(out.get_wrapped() == all.rdbuf());
  }
  t.join();
  assert(all.str() == "1a2b" || all.str() == "2b1a");
}

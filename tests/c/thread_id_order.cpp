// expect: safe
// flags: -std=c++17
// assuming: ids of threads are ordered as the threads were created
#include <cassert>
#include <map>
#include <thread>

int main() {
  std::map<std::thread::id, int> results;
  results[std::this_thread::get_id()] = 1;
  std::thread t([] {});
  results[t.get_id()] = 2;
  assert(results.size() == 2 && results.at(std::this_thread::get_id()) == 1);
  t.join();
}

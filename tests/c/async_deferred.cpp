// expect: unsafe assert
// engines: stateful auto
// With no policy, or with both, the function may run in the thread that asks for the result.
#include <cassert>
#include <future>
#include <thread>

int main() {
  std::thread::id mine = std::this_thread::get_id();
  auto run = [mine] { return std::this_thread::get_id() == mine; };
  std::future<bool> f = std::async(std::launch::async | std::launch::deferred, run);
  assert(!f.get());
}

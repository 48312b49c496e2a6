// expect: safe
// flags: -std=c++20
// A future that was waited for in vain has taken so long; a lock with a time limit, too.
#include <cassert>
#include <chrono>
#include <future>

using namespace std::chrono;

int main() {
  std::promise<int> promise;
  auto future = promise.get_future();
  auto begin = steady_clock::now();
  assert(future.wait_for(milliseconds(5)) == std::future_status::timeout);
  assert(steady_clock::now() - begin >= milliseconds(5));
}

// expect: safe
// Each in its way, through the locks of the library.
#include <mutex>
#include <shared_mutex>
#include <thread>

std::shared_mutex s;
std::shared_timed_mutex u;
std::recursive_mutex r;
int n;

static void run() {
  std::shared_lock<std::shared_mutex> one(s);
  std::unique_lock<std::shared_timed_mutex> two(u);
  std::scoped_lock<std::recursive_mutex, std::recursive_mutex> both(r, r);
  n++;
}

int main() {
  std::thread t(run);
  run();
  t.join();
  std::unique_lock<std::shared_mutex> one(s, std::try_to_lock);
}

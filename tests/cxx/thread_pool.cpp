// expect: safe
// property: assert,deadlock,no-data-race,valid-memsafety
// Tasks are made and moved around for a long time before anybody can see it: that is no loop that waits.
#include <cassert>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <queue>
#include <thread>

class pool {
  std::mutex m;
  std::condition_variable more;
  std::queue<std::function<void()>> tasks;
  bool stop = false;
  std::thread worker;

  void work() {
    for (;;) {
      std::function<void()> task;
      {
        std::unique_lock<std::mutex> l(m);
        more.wait(l, [this] { return stop || !tasks.empty(); });
        if (tasks.empty()) return;
        task = std::move(tasks.front());
        tasks.pop();
      }
      task();
    }
  }

public:
  pool() : worker([this] { work(); }) {}
  void run(std::function<void()> f) {
    {
      std::lock_guard<std::mutex> l(m);
      tasks.push(std::move(f));
    }
    more.notify_one();
  }
  ~pool() {
    {
      std::lock_guard<std::mutex> l(m);
      stop = true;
    }
    more.notify_all();
    worker.join();
  }
};

int main() {
  int done = 0;
  {
    pool p;
    p.run([&] { done++; });
  }
  assert(done == 1);
}

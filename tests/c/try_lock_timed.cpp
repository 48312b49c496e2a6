// expect: unsafe assert
// C++ [thread.timedmutex.requirements.general]: a timed attempt may fail though the mutex is free, when its time is over.
#include <cassert>
#include <chrono>
#include <mutex>

int main() {
  std::timed_mutex m;
  assert(m.try_lock_for(std::chrono::seconds(1)));
  m.unlock();
}

// expect: unsafe deadlock
// property: deadlock
// engines: auto dpor stateful
// Each takes two of three mutexes in a circle. What the second thread is made of may take the place of what the first one has given
// back: that does not order what they did before.
#include <mutex>
#include <thread>

static std::mutex mutexes[3];

static void take(int k) {
  mutexes[k].lock();
  mutexes[(k + 1) % 3].lock();
  mutexes[(k + 1) % 3].unlock();
  mutexes[k].unlock();
}

int main() {
  std::thread first(take, 0), second(take, 1);
  take(2);
  first.join();
  second.join();
}

// expect: unsafe pthread-misuse
// POSIX gives back an error, C++ asks that the thread holds it.
#include <mutex>

std::recursive_mutex m;

int main() {
  {
    std::lock_guard<std::recursive_mutex> one(m);
    std::lock_guard<std::recursive_mutex> two(m);
  }
  m.unlock();
}

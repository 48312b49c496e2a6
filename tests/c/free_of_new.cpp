// expect: unsafe double-free
// property: valid-memsafety
// The thread gives back by free what main made by new.
#include <cstdlib>
#include <thread>
int *shared;
int main() {
  shared = new int(3);
  std::thread t([] { std::free(shared); });
  t.join();
}

// expect: unsafe unreach-call
// property: unreach-call
#include <functional>
#include <thread>
extern "C" void reach_error();
int main() {
  std::function<void()> f = reach_error;
  std::thread t(f);
  t.join();
}

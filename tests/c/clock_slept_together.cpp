// expect: unsafe assert
// Two threads that sleep at the same time need not sleep for the sum.
#include <cassert>
#include <chrono>
#include <thread>

using namespace std::chrono;

int main() {
  auto begin = steady_clock::now();
  std::thread other([] { std::this_thread::sleep_for(seconds(2)); });
  std::this_thread::sleep_for(seconds(2));
  other.join();
  auto end = steady_clock::now();
  assert(end - begin >= seconds(2));
  assert(end - begin >= seconds(4));
}

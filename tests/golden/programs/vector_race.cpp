#include <atomic>
#include <mutex>
#include <thread>
#include <vector>
struct base {
  int inherited = 0;
};
struct item : base {
  std::mutex lock;
  std::atomic<int> count{0};
  std::vector<int> numbers;
};
item shared;
void add(int number) {
  shared.inherited = number;
  shared.numbers.push_back(number);
}
int main() {
  std::thread careful([] {
    std::lock_guard<std::mutex> guard(shared.lock);
    shared.count++;
    add(1);
  });
  std::thread careless([] { add(2); });
  careful.join();
  careless.join();
}

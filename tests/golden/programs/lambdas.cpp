#include <cassert>
#include <thread>
int balance = 100;
int main() {
  std::thread deposit([] { balance = balance + 10; });
  std::thread withdraw([] { balance = balance - 10; });
  deposit.join();
  withdraw.join();
  assert(balance == 100);
}

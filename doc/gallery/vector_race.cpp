// Two threads append to one vector; only one of them takes the lock.
#include <mutex>
#include <thread>
#include <vector>

struct Order {
  unsigned char priority;
  int amount;
};

std::mutex orders_lock;
std::vector<Order> orders;

void add_order(int amount) {
  orders.push_back(Order{200, amount});
}

void sell() {
  std::lock_guard<std::mutex> guard(orders_lock);
  add_order(10);
}

int main() {
  orders.reserve(4);
  std::thread seller(sell);
  std::thread buyer([] { add_order(20); });
  seller.join();
  buyer.join();
}

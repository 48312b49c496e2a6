// expect: safe
// property: assert,no-data-race,valid-memsafety
// flags: -std=c++20
// Two threads take memory from one synchronised pool; what nobody gives back goes with the pool.
#include <cassert>
#include <memory_resource>
#include <thread>
#include <vector>

int main() {
  std::pmr::synchronized_pool_resource pool;
  std::thread t([&] {
    std::pmr::vector<int> v(&pool);
    v.push_back(1);
    assert(v[0] == 1);
  });
  int *left = static_cast<int *>(pool.allocate(sizeof(int), alignof(int)));
  *left = 2;
  t.join();
  std::pmr::unsynchronized_pool_resource own({}, &pool);
  std::pmr::vector<long> w({1, 2, 3}, &own);
  assert(w[2] == 3 && *left == 2);
}

// expect: unsafe race
// property: no-data-race
// flags: -std=c++20
// A pool that is not synchronised is for one thread.
#include <cassert>
#include <memory_resource>
#include <thread>
#include <vector>

int main() {
  std::pmr::unsynchronized_pool_resource pool;
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

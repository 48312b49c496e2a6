// expect: safe
// property: assert,valid-memsafety,valid-memtrack
// The buffers of monotonic resources: the one that was given, those from upstream, and none.
#include <cassert>
#include <cstdint>
#include <memory_resource>
#include <new>
#include <vector>

struct counting : std::pmr::memory_resource {
  int open = 0;
  void *do_allocate(std::size_t bytes, std::size_t alignment) override {
    open++;
    return std::pmr::new_delete_resource()->allocate(bytes, alignment);
  }
  void do_deallocate(void *p, std::size_t bytes, std::size_t alignment) override {
    open--;
    std::pmr::new_delete_resource()->deallocate(p, bytes, alignment);
  }
  bool do_is_equal(const memory_resource &other) const noexcept override { return this == &other; }
};

int main() {
  char bytes[64];
  std::pmr::monotonic_buffer_resource little(bytes, sizeof bytes, std::pmr::null_memory_resource());
  assert(static_cast<char *>(little.allocate(8)) >= bytes);
  bool full = false;
  try {
    little.allocate(100);
  } catch (const std::bad_alloc &) {
    full = true;
  }
  assert(full);
  counting up;
  {
    std::pmr::monotonic_buffer_resource grows(16, &up);
    std::pmr::vector<int> v(&grows);
    for (int i = 0; i < 5; i++) v.push_back(i);
    assert(v[4] == 4 && up.open >= 1);
    assert(reinterpret_cast<std::uintptr_t>(grows.allocate(1, 32)) % 32 == 0);
  }
  assert(up.open == 0);
  assert(std::pmr::get_default_resource() == std::pmr::new_delete_resource());
  assert(std::pmr::set_default_resource(&up) == std::pmr::new_delete_resource());
  assert(std::pmr::get_default_resource() == &up);
}

// expect: safe
// property: assert,valid-memsafety
// engines: auto stateful
// Objects that demand more than 16 bytes of alignment get it from new.
#include <cassert>
#include <cstdint>
#include <new>

struct alignas(64) line {
  int x;
};

static bool is_aligned(const void *p, std::uintptr_t to) { return (reinterpret_cast<std::uintptr_t>(p) & (to - 1)) == 0; }

int main() {
  line *one = new line, *two = new line[2];
  line *none = new (std::nothrow) line;
  assert(is_aligned(one, 64) && is_aligned(two + 1, 64) && is_aligned(none, 64));
  delete one;
  delete[] two;
  delete none;
}

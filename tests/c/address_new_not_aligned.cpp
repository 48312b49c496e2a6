// expect: unsafe assert
// Plain new gives 16 bytes of alignment, and no more.
#include <cassert>
#include <cstdint>

int main() {
  int *p = new int[64];
  assert((reinterpret_cast<std::uintptr_t>(p) & 31) == 0);
  delete[] p;
}

// expect: safe
// property: valid-memsafety
// The program has operators new and delete of its own, which make more than they were asked for; the forms that it does not have call them.
#include <cstdlib>
#include <new>

void *operator new(std::size_t n) { return std::malloc(n + 16); }
void operator delete(void *p) noexcept { std::free(p); }

struct part { int v; ~part() {} };

int main() {
  delete new part;
  part *all = new part[2];
  delete[] all;
  int *numbers = new (std::nothrow) int[3];
  delete[] numbers;
}

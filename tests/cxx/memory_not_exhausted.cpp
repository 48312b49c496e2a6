// expect: safe
// Without --malloc-may-fail new succeeds, and too many elements are refused in any case.
#include <cassert>
#include <new>
#include <vector>

int main() {
  bool failed = false;
  try {
    std::vector<int> v(10);
  } catch (const std::bad_alloc &) {
    failed = true;
  }
  assert(!failed);
  volatile long n = -1;
  try {
    int *p = new int[static_cast<unsigned long>(n)];
    delete[] p;
  } catch (const std::bad_alloc &) {
    failed = true;
  }
  assert(failed);
}

// expect: safe
// property: assert
// A negative number of elements is told by an exception of its own.
#include <cassert>
#include <new>

int main(int argc, char **) {
  long n = -argc;
  try {
    int *p = new int[n];
    delete[] p;
    assert(0);
  } catch (const std::bad_array_new_length &) {
  }
  return 0;
}

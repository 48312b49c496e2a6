// expect: unsafe assert
// options: --malloc-may-fail
// Once new may fail, the handler is reached.
#include <cassert>
#include <new>

int main() {
  bool failed = false;
  try {
    int *p = new int(3);
    delete p;
  } catch (const std::bad_alloc &e) {
    failed = true;
  }
  assert(!failed);
}

// expect: unsafe assert
// Whether atomics of two words are lock-free is the machine's choice.
#include <assert.h>
#include <stdatomic.h>

static _Atomic struct {
  void *pointer;
  unsigned long count;
} wide;
static _Atomic int narrow;

int main(void) {
  _Bool is = atomic_is_lock_free(&wide);
  assert(is == atomic_is_lock_free(&wide) && atomic_is_lock_free(&narrow));
  assert(is);
  return 0;
}

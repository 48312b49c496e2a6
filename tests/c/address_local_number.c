// expect: safe
// engines: auto stateful dpor
// assuming: a local object is not where one that has ended has been
// Two calls of a function: its variable may well lie at the same place.
#include <assert.h>
#include <stdint.h>

static uintptr_t place(void) {
  int x = 0;
  return (uintptr_t)&x;
}

int main(void) {
  uintptr_t a = place(), b = place();
  assert(a != b);
  return 0;
}

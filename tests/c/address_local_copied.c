// expect: safe
// engines: auto stateful
// assuming: a local object is not where one that has ended has been
// The same, with pointers that are copied into integers.
#include <assert.h>
#include <stdint.h>
#include <string.h>

static int *kept[2];

static void keep(int k) {
  int x = 0;
  kept[k] = &x;
}

int main(void) {
  uintptr_t a, b;
  keep(0);
  keep(1);
  memcpy(&a, &kept[0], sizeof a);
  memcpy(&b, &kept[1], sizeof b);
  assert(a != b);
  return 0;
}

// expect: safe
// options: --libc=glibc
// Equal elements keep their order, and bsearch finds the middle one.
#include <assert.h>
#include <stdlib.h>

struct item {
  int key, number;
};

static int by_key(const void *a, const void *b) {
  return ((const struct item *)a)->key - ((const struct item *)b)->key;
}

int main(void) {
  struct item items[] = {{2, 0}, {1, 1}, {2, 2}, {1, 3}, {2, 4}};
  qsort(items, 5, sizeof *items, by_key);
  for (int i = 1; i < 5; i++)
    assert(items[i - 1].key < items[i].key || items[i - 1].number < items[i].number);
  struct item *found = bsearch(&items[2], items + 2, 3, sizeof *items, by_key);
  assert(found == &items[3]);
  return 0;
}

// expect: safe
// All orders of three equal ones, and nothing else: each element is there once.
#include <assert.h>
#include <stdlib.h>

struct item {
  int key, number;
};

static int by_key(const void *a, const void *b) {
  return ((const struct item *)a)->key - ((const struct item *)b)->key;
}

int main(void) {
  struct item items[] = {{2, 4}, {1, 1}, {2, 2}, {2, 8}};
  qsort(items, 4, sizeof *items, by_key);
  assert(items[0].number == 1);
  assert((items[1].number | items[2].number | items[3].number) == 14);
  for (int i = 1; i < 4; i++) assert(items[i - 1].key <= items[i].key);
  return 0;
}

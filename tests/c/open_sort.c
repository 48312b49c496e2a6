// expect: unsafe assert
// The order of equal elements is open.
#include <assert.h>
#include <stdlib.h>

struct item {
  int key, number;
};

static int by_key(const void *a, const void *b) {
  return ((const struct item *)a)->key - ((const struct item *)b)->key;
}

int main(void) {
  struct item items[] = {{2, 0}, {1, 1}, {1, 2}};
  qsort(items, 3, sizeof *items, by_key);
  assert(items[0].key == 1 && items[1].key == 1 && items[2].number == 0);
  assert(items[0].number < items[1].number);
  return 0;
}

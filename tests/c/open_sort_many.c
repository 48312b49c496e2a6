// expect: safe bounded
// So many equal elements are not tried in all orders.
#include <assert.h>
#include <stdlib.h>

struct item {
  short key, number;
  int more;
};

static int by_key(const void *a, const void *b) {
  return ((const struct item *)a)->key - ((const struct item *)b)->key;
}

int main(void) {
  struct item items[12] = {{0, 0, 0}};
  for (short i = 0; i < 12; i++) items[i].number = i;
  qsort(items, 12, sizeof *items, by_key);
  assert(items[0].key == 0);
  return 0;
}

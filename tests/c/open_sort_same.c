// expect: safe
// engines: auto naive dpor
// Numbers that are the same are not exchanged: no run for each order.
// executions: 1
#include <assert.h>
#include <stdlib.h>

static int by_value(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y);
}

int main(void) {
  int numbers[] = {3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 1, 3};
  qsort(numbers, 14, sizeof *numbers, by_value);
  for (int i = 1; i < 14; i++) assert(numbers[i - 1] <= numbers[i]);
  return 0;
}

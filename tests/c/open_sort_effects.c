// expect: safe bounded
// How often elements are compared is open: nothing is proved of what that changes.
#include <assert.h>
#include <stdlib.h>

static int calls;

static int by_value(const void *a, const void *b) {
  calls++;
  return *(const int *)a - *(const int *)b;
}

int main(void) {
  int numbers[] = {2, 1};
  qsort(numbers, 2, sizeof *numbers, by_value);
  assert(calls == 1);
  return 0;
}

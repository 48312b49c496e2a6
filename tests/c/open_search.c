// expect: unsafe assert
// Of several elements that match any may be found.
#include <assert.h>
#include <stdlib.h>

static int by_tens(const void *a, const void *b) { return *(const int *)a / 10 - *(const int *)b / 10; }

int main(void) {
  int numbers[] = {1, 20, 21, 22, 30}, key = 25;
  int *found = bsearch(&key, numbers, 5, sizeof *numbers, by_tens);
  assert(found >= &numbers[1] && found <= &numbers[3]);
  assert(found != &numbers[3]);
  return 0;
}

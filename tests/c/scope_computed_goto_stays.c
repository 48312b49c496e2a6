// expect: safe
// property: valid-memsafety,uninitialised,assert
// engines: auto naive dpor
// Computed jumps within a block, out of it and into the next round.
#include <assert.h>

static int run(const unsigned char *code) {
  static const void *const labels[] = {&&increment, &&negate, &&keep, &&end};
  int sum = 0;
  for (;;) {
    int step = 1, *inside = &step;
    goto *labels[*code++];
  increment : {
    int by = *inside;
    sum += by;
    goto *labels[*code++];
  }
  negate : {
    int old = sum, *p = &old;
    sum = -*p;
  }
    continue;
  keep:
    *inside = 2;
    goto *labels[*code++];
  end:
    return sum;
  }
}

int main(void) {
  static const unsigned char code[] = {0, 2, 0, 1, 0, 3};
  assert(run(code) == -2);
  return 0;
}

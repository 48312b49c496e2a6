// expect: unknown
// Expressions that go on behind the assignment, in the next line too: not refuted. Each use is right (C17 6.2.4 8).
#include <assert.h>

struct three {
  int of[3];
};

static struct three make(int k) {
  struct three t = {{k, k + 1, k + 2}};
  return t;
}

int main(void) {
  const int *p;
  int sum = (p = make(7).of,
             p[0] + p[1]);
  assert(sum == 15);
  if ((p = make(3).of)[1] == 4 &&
      p[2] == 5) sum = 0;
  assert(sum == 0);
  return 0;
}

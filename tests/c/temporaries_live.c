// expect: safe
// property: assert,valid-memsafety,uninitialised
// engines: auto naive stateful
// Structs that functions returned, used within their expressions.
#include <assert.h>
#include <string.h>

struct text {
  int n;
  char of[40];
};
struct pair {
  int of[2];
};

static struct text make(int n) {
  struct text t = {n, "abc"};
  return t;
}
static struct pair both(int a) {
  struct pair p = {{a, a + 1}};
  return p;
}
static int sum(const int *of) { return of[0] + of[1]; }

int main(void) {
  int total = 0;
  for (int i = 0; i < 3; i++) {
    assert(make(i).n == i && strlen(make(i).of) == 3);
    total += sum(both(i).of) + *(i ? both(i) : both(0)).of;
    int *unused = both(i).of;
    total += unused == 0;
  }
  assert(total == 1 + 3 + 5 + 3);
  return 0;
}

// expect: safe
// property: valid-memsafety
// engines: stateful dpor auto
// flags: -std=gnu17
// Constants get their values in many ways, and once in each round; while other things are written through pointers.
extern int __VERIFIER_nondet_int(void);
#include <string.h>

struct big {
  long a[8];
};

static struct big make(void) {
  struct big b = {{1, 2}};
  return b;
}

static void put(int *p) { *p = 3; }
static void clear(struct big *b) { memset(b, 0, sizeof *b); }

static long sum(const int *p, int n) {
  long s = 0;
  for (int i = 0; i < n; i++) s += p[i];
  return s;
}

static int deep(const int n) {
  const int *p = &n;
  return n ? *p : deep(n + 1);
}

int main(void) {
  int t = 0;
  struct big scratch;
  clear(&scratch);
  const struct big whole = make(), copied = whole, none = {0}, of_variable = scratch;
  const struct {
    struct big b;
    int n;
  } nested = {make(), deep(0)};
  clear(&scratch);
  for (int i = 0; i < 2; i++) {
    int v = __VERIFIER_nondet_int() & 1;
    const int a[20] = {[0 ... 18] = v, [19] = 2};
    const int k = v ? 1 : ({
      int y = 2;
      put(&y);
      y;
    });
    const int *const q = &k;
    t += sum(a, 20) + *q;
    put(&t);
  }
  return t + (int)(whole.a[1] + copied.a[0] + none.a[0] + of_variable.a[0] + nested.b.a[1] + nested.n) - 9;
}

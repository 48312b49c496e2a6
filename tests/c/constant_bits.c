// expect: safe
// property: valid-memsafety
#include <stdlib.h>
#include <string.h>
struct F {
  const unsigned a : 3;
  const unsigned b : 5;
  unsigned c;
};
struct M {
  const unsigned a : 3;
  unsigned b : 5;
};
struct W {
  const unsigned a : 3;
  unsigned : 0;
  unsigned b : 5;
};
struct L {
  const unsigned long a : 24, b : 40;
  int v;
};
union U {
  const int a;
  float b;
};
union C {
  const int a;
  const float b;
  const char bytes[6];
};
struct H {
  union C u;
  int v;
  union {
    const int x;
    const unsigned y;
  };
};
static struct F g = {1, 2, 3};
static union C gu = {5};
int f(int x) { return x; }
int main(void) {
  for (int i = 0; i < 2; i++) {
    struct F s = {f(i), f(2), 3};
    s.c = 4;
    struct M m = {f(1), 2};
    m.b = 3;
    struct W w = {1, f(2)};
    w.b = 3;
    struct L l = {f(1), f(2), f(3)};
    l.v = 4;
    union U u = {f(1)};
    u.b = 2.0f;
    union C c = {f(i)}, c2 = {.b = 1.0f}, c3 = c;
    struct H h = {{f(1)}, 2, {f(3)}};
    h.v = 3;
    struct F copy = s, *heap = malloc(sizeof *heap);
    memcpy(heap, &copy, sizeof copy);
    if (c.a != i || s.a != (unsigned)i || h.x != 3 || c3.a != i || heap->a != s.a || w.a != 1 || l.b != 2) abort();
    free(heap);
    (void)c2;
  }
  g.c = 4;
  return gu.a - 5;
}

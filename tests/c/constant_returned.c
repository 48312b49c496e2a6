// expect: safe
// property: valid-memsafety
#include <stdlib.h>
struct S {
  int a, b, c, d, e;
};
struct M {
  const int a;
  int b, c, d, e;
};
struct S make(int x) {
  struct S s = {x, x};
  s.c = 4;
  for (int i = 0; i < 2; i++) s.d += i;
  return s;
}
struct S other(int x) {
  if (x > 2) return make(x);
  struct S z = {1}, *p = &z;
  p->b = 3;
  return z;
}
struct M makem(int x) {
  struct M m = {x, x};
  m.b = 3;
  return m;
}
static void set(struct S *p) { p->e = 9; }
struct S lent(int x) {
  struct S s = make(x);
  set(&s);
  return s;
}
struct S (*fp)(int) = make;
struct S of(const struct S *p) {
  struct S r = *p;
  r.a++;
  return r;
}
int main(void) {
  for (int i = 0; i < 4; i++) {
    const struct S s = make(i), t = other(i), u = lent(i), v = fp(i), w = i ? make(1) : other(2), x = of(&s);
    struct M m = makem(i);
    m.b = 4;
    struct M m2 = m;
    m2.c = 3;
    struct S k = make(2);
    k = make(3);
    const struct S arr[2] = {make(1), other(3)};
    struct {
      const struct S in;
      int q;
    } n = {make(2), 3};
    n.q = 4;
    if (s.a != i || t.a != (i > 2 ? i : 1) || u.e != 9 || v.c != 4 || w.a != 1 || m.a != i || m2.a != i ||
        x.a != i + 1 || k.a != 3 || arr[1].a != 3 || n.in.a != 2)
      abort();
  }
  return 0;
}

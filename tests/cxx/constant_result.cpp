// expect: safe
// property: valid-memsafety,assert
// A variable that is returned may stand where the result does, and the result of another return is written there.
#include <cassert>

struct S { int a; };
static S f(int x) { if (x) { const S s{1}; return s; } return S{2}; }
struct C { const int a; int b; C(int p, int q) : a(p), b(q) {} };
static C g(int x) { for (int i = 0; i < 4; i++) { C c(i, x); if (i == x) return c; } return C(7, 8); }
struct D { const long a; long b, c; };
static D h(int x) { if (x > 1) { D d{x, 1, 2}; d.b = 5; return d; } { const D e{9, 9, 9}; if (x) return e; } return {1, 2, 3}; }
static C keep(1, 2);
static C again(int x) { if (x) { C c(3, 4); return c; } return keep; }
int main() {
  S s = f(1), t = f(0);
  C c = g(2), d = g(9), e = again(0), f2 = again(1);
  D i = h(3), j = h(1), k = h(0);
  assert(s.a == 1 && t.a == 2 && c.a == 2 && d.b == 8 && e.a == 1 && f2.a == 3 && i.b == 5 && j.a == 9 && k.c == 3);
}

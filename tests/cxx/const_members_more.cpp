// expect: safe
// property: valid-memsafety
#include <string>
struct O {
  static O &one() {
    static O o(5);
    return o;
  }
  const int id;
  int n = 0;
  O(int x) : id(x) {}
};
struct P {
  const int a, b;
  P *next;
  P(int x, P *n = nullptr) : a(x), b(a + 1), next(n) {}
  P(const P &o) : P(o.a) {}
};
struct Q : P {
  int *const p;
  int v;
  Q(int *q) : P(1), p(q), v(0) { *p = 3; }
};
struct R {
  union {
    const int a;
    float f;
  };
  const bool big : 3;
  const int c;
  R() : a(1), big(1), c(2) { f = 2; }
};
struct T {
  const int k = 1;
  int v;
  T() try : v(0) { v = k; } catch (...) {
  }
};
template <class X> struct U {
  const X x;
  X y;
  U(X z) : x(z), y(z) {}
  X get() const { return x; }
};
struct G {
  const int &r;
  const int n;
  G(const int &q) : r(q), n(q) {}
};
struct M {
  mutable int hits = 0;
  const int k = 2;
  int get() const { return ++hits, k; }
};
struct L {
  const int k;
  int v;
  L &self() {
    v++;
    return *this;
  }
};
O &o = O::one();
U<long> gu(3);
M gm;
int main() {
  o.n++;
  O::one().n++;
  int z = 1;
  Q q(&z);
  q.v++;
  q.p[0]++;
  R r;
  r.f = 1;
  T t;
  t.v++;
  U<long> u(4);
  u.y++;
  gu.y++;
  G g(z);
  z = 3;
  M m;
  m.get();
  gm.get();
  L l{1, 2};
  l.self().v++;
  L ls[] = {{1, 2}, {3, 4}};
  for (L &x : ls) x.v++;
  P p(q);
  p.next = &p;
  static L sl{2, 3};
  sl.v++;
  static const P sp(4);
  const Q cq(&z);
  *cq.p = 4;
  return u.get() - 4 + sp.a * 0;
}

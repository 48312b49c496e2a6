// expect: safe
// property: valid-memsafety
#include <cstdlib>
#include <string>
struct S {
  int a, b, c, d, e;
  S(int x) : a(x), b(x), c(x), d(x), e(x) {}
  void up() { a++; }
};
struct T {
  int a[8];
  const int k;
  T(int x) : a{x}, k(x) {}
  ~T() { a[0] = 0; }
};
struct A {
  int a, b, c, d, e;
  S s;
};
struct V {
  std::string n;
  int k;
};
S make(int x) { return S(x); }
S made(int x) {
  S s(x);
  s.a = x + 1;
  s.up();
  return s;
}
S other(int x) {
  if (x > 2) return make(x);
  S z(1), y(2);
  y.a = 1;
  if (x > 1) return y;
  return z;
}
T maket(int x) {
  T t(x);
  t.a[1] = 3;
  return t;
}
A makea(int x) {
  A a{x, x, x, x, x, make(x)};
  a.b = 2;
  return a;
}
V makev(int x) {
  V v{"x", x};
  v.k++;
  return v;
}
struct F {
  S get(int x) const { return make(x); }
  virtual S vget(int x) { return S(x); }
};
const S g = make(3), g2 = made(4);
const A ga = makea(2);
const T gt = maket(3);
const S &st(int x) {
  static const S s(x);
  return s;
}
const S &st2(int x) {
  static const S s = make(x);
  return s;
}
const S &st3(int x) {
  static const S s = x ? made(x) : make(2);
  return s;
}
const A &st4(int x) {
  static const A a{x, 2, 3, 4, 5, S(3)};
  return a;
}
const T &st5(int x) {
  static const T t(x);
  return t;
}
const V &st6(int x) {
  static const V t = makev(x);
  return t;
}
template <class T> const T &st7(int x) {
  thread_local const T s(x);
  return s;
}
int main() {
  for (int i = 0; i < 4; i++) {
    const S s = make(i), t = other(i), u = made(i);
    const T w = maket(i);
    T w2 = maket(i);
    w2.a[3] = 1;
    const A a = makea(i);
    const V v = makev(i);
    F f;
    const S q = f.get(i), r = f.vget(i), l = [&] {
      S s(i);
      s.a = 4;
      return s;
    }();
    if (s.a != i || t.a < 1 || w.k != i || w2.k != i || a.s.a != i || v.k != i + 1 || q.a != i || r.a != i || l.a != 4)
      abort();
    if (st(i).a + st2(i).a + st3(i).a + st4(i).a + st5(i).k + st6(i).k + st7<S>(i).a != 3) abort();
  }
  return g.a + g2.a + ga.a + gt.k - 14;
}

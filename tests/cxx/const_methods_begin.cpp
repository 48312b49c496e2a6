// expect: safe
// property: valid-memsafety
#include <array>
#include <bitset>
#include <complex>
#include <cstdlib>
#include <optional>
#include <string_view>
struct S {
  int a, n;
  S(int x) : a(x), n(0) {
    init();
    twice(*this);
  }
  void init() {
    a++;
    add(2);
  }
  void add(int k) {
    if (k) {
      n += k;
      add(k - 1);
    }
  }
  static void twice(S &s) { s.a *= 2; }
};
struct B {
  int k;
  B() { setup(); }
  void setup() { k = 1; }
};
struct D : B {
  int v[3];
  D() { fill(); }
  ~D() { clear(); }
  void fill() {
    for (int &x : v) x = 2;
    setup();
  }
  void clear() { v[0] = 0; }
};
struct R {
  R *me;
  int a;
  R() : me(this), a(1) {}
  void up() { me->a++; }
};
struct Q {
  int a;
  Q() : a(1) { keep(this); }
  static void keep(Q *q) { last = q; }
  static Q *last;
};
Q *Q::last;
struct C {
  int a;
  C() { set(1).set(2); }
  C &set(int x) {
    a = x;
    return *this;
  }
};
struct V {
  int a;
  V() { init(); }
  virtual void init() { a = 3; }
  virtual ~V() {}
};
struct X {
  int a;
  X() {
    [this] { a = 4; }();
  }
};
int f() { return 3; }
const S g(3);
const D gd;
const std::complex<double> gc(f(), 2);
const std::pair<int, S> gp(f(), S(2));
const std::array<int, 3> ga{f(), 2, 3};
const std::optional<int> go(f());
const std::bitset<9> gb(f());
const S &st() {
  static const S s(f());
  return s;
}
int main() {
  const S s(3), t(s);
  const D d;
  const R r;
  const Q q;
  const C c;
  const V v;
  const X x;
  const S *h = new const S(2);
  int n = h->a;
  delete h;
  const D *hd = new const D;
  delete hd;
  if (s.a != 8 || s.n != 3 || d.v[1] != 2 || c.a != 2 || v.a != 3 || x.a != 4 || n != 6 || st().a != 8) abort();
  return g.a + gd.v[2] + gp.second.a + ga[0] - 19;
}

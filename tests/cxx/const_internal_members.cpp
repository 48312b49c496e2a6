// expect: safe
// property: valid-memsafety
#include <atomic>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
namespace {
int f() { return 2; }
struct P {
  int a;
  P(int x) : a(x) { set(x); }
  void set(int x) { a = x; }
};
struct N {
  const std::string name;
  const P p;
  const std::atomic<int> z{3};
  int v;
  N(int x) : name("x"), p(x), v(x) {}
};
struct A {
  const int k;
  const P p;
  int v;
};
class Q {
  const int k;

public:
  int v;
  Q() : k(f()), v(1) {}
};
union U {
  const int a;
  const float b;
  U() : a(f()) {}
};
struct BB {
  const unsigned a : 3;
  const unsigned b : 5;
  int v;
  BB() : a(f()), b(f()) { v = 3; }
};
N g(3);
A ga{f(), P(2), 3};
Q gq;
U gu;
BB gb;
A make() { return A{f(), P(3), 4}; }
N make2() { return N(4); }
}  // namespace
union U2 {
  const int a;
  const float b;
  U2() : a(f()) {}
};
struct BB2 {
  const unsigned a : 3;
  const unsigned b : 5;
  int v;
  BB2() : a(f()), b(f()) { v = 3; }
};
struct BB3 {
  const unsigned a : 3;
  const unsigned b : 5;
  int v;
};
BB2 gb2;
U2 gu2;
BB3 gb3{(unsigned)f(), 2, 3};
int main() {
  N n(1);
  n.v = 2;
  A a{1, P(2), 3};
  a.v = f();
  A b = make();
  N m = make2();
  static N sn(3);
  static A sa{f(), P(3), 3};
  sn.v = 3;
  sa.v = 4;
  Q q;
  U u;
  BB bb;
  BB2 bb2;
  BB3 bb3{(unsigned)f(), 3, 4};
  U2 u2;
  bb.v = 1;
  bb2.v = 2;
  bb3.v = 3;
  gb2.v = 2;
  gb.v = 3;
  gb3.v = 4;
  struct Local {
    const P p;
    const int k;
    Local() : p(3), k(f()) {}
  } l;
  auto lam = [a, k = P(3)]() { return a.k + k.a; };
  std::unique_ptr<N> h(new N(3));
  return lam() - 4;
}

// expect: safe
// property: valid-memsafety
#include <array>
#include <map>
#include <memory>
#include <new>
#include <optional>
#include <string>
#include <thread>
#include <vector>
enum class mode { one, two };
int f() { return 2; }
struct A {
  const int k;
  int v;
};
struct S {
  const int k;
  int v;
  S(int x) : k(x), v(1) {
    v = 2;
    set(3);
  }
  void set(int x) { v = x; }
  S &operator=(const S &o) {
    v = o.v;
    return *this;
  }
};
struct D : S {
  const long z;
  const mode m;
  D(int x) : S(x), z(x), m(mode::two) {}
  D() : D(5) {}
  using S::operator=;
};
struct N {
  std::string name;
  const char *const text;
  const double x = 1.5;
  N(std::string n) : name(std::move(n)), text("t") {}
  ~N() { name.clear(); }
};
struct W {
  A a;
  const int n[3];
  S s;
  W(A x) : a(x), n{1, 2, 3}, s(4) { s.v = a.v; }
  W(const W &) = default;
};
struct E0 {};
struct E : E0 {
  const int k;
  E() : k(1) {}
};
struct V {
  const int k;
  V(int x) : k(x) {}
  virtual ~V() {}
  virtual int get() { return k; }
};
struct V2 : virtual V {
  const int j;
  V2() : V(1), j(2) {}
};
template <class T, int n> struct buffer {
  const int size = n;
  T data[n];
  int at = 0;
  void push(T t) { data[at++] = t; }
};
A make(int x) { return {x, x}; }
S big(int x) { return S(x); }
W huge() { return W(make(1)); }
S gs(3);
D gd;
A ga{f(), 2};
A gm = make(3);
W gw = huge();
static N gn("global");
thread_local D td;
A local_static() {
  static A a = make(4);
  static S s(5);
  a.v++;
  s.v++;
  return a;
}
int by_value(S s, A a, N n) {
  s.v++;
  a.v++;
  n.name += "x";
  return s.k + a.k;
}
int main() {
  S s(3);
  s.v = 4;
  S t = s;
  s = t;
  A a{1, f()};
  a.v++;
  A b = make(2);
  A c = b;
  S d = big(3);
  W w = huge();
  W w2 = w;
  w2.s.v = 7;
  w2.a.v = 3;
  D e;
  e.v = 1;
  e = s;
  D arr[2];
  arr[1].v = 2;
  S arr2[2] = {S(1), big(2)};
  arr2[0].v = 1;
  A arr3[3] = {{1, 2}, make(2)};
  arr3[2].v = 9;
  N n("x");
  n.name = "y";
  E ee;
  V2 v;
  V *vp = &v;
  buffer<int, 3> buf;
  buf.push(1);
  gs.v++;
  gd.v++;
  ga.v++;
  gm.v++;
  gw.s.v++;
  gn.name += "z";
  td.v++;
  local_static();
  for (A x : arr3) x.v++;
  for (int i = 0; i < 2; i++) {
    S in(i);
    in.v = i;
    A in2{i, i};
    in2.v++;
  }
  std::vector<S> vs;
  vs.push_back(s);
  vs.emplace_back(4);
  vs.pop_back();
  vs.emplace_back(5);
  std::optional<S> o;
  o.emplace(3);
  o.reset();
  o.emplace(4);
  std::pair<const int, int> p{1, 2};
  p.second = 3;
  std::map<int, S> m;
  m.emplace(1, S(2));
  m.at(1).v = 3;
  std::array<A, 2> ar{A{1, 2}, A{3, 4}};
  ar[1].v++;
  auto sp = std::make_shared<S>(3);
  sp->v++;
  A *h = new A{1, 2};
  h->v++;
  delete h;
  s.~S();
  new (&s) S(9);
  auto l = [a, s]() mutable {
    a.v++;
    s.v++;
    return a.k;
  };
  l();
  std::thread th([&s] { s.v++; });
  th.join();
  try {
    throw S(3);
  } catch (S x) {
    x.v++;
  }
  try {
    throw A{1, 2};
  } catch (A x) {
    x.v++;
  }
  A cond = f() ? make(1) : A{2, 3};
  auto [q, r] = make(5);
  r++;
  S cs = f() ? big(1) : S(2);
  cs.v++;
  cond.v++;
  std::tuple<const int, S> tu(1, S(2));
  std::get<1>(tu).v = 4;
  return by_value(s, a, n) * 0 + (vp->get() - 1);
}

// expect: safe
// property: valid-memsafety
#include <cstdlib>
struct S {
  int a, b, c, d, e;
  S(int x) : a(x), b(x), c(x), d(x), e(x) {}
};
struct P {
  const int k;
  int v[7];
};
void set(S *s) { s->e = 9; }
S other(int x);
S make(int x) {
  if (x) return other(x - 1);
  S s(1);
  set(&s);
  return s;
}
S other(int x) { return make(x); }
S rec(int x) {
  if (x) return rec(x - 1);
  return S(7);
}
P makep(int x) {
  P p{x, {1}};
  p.v[1] = 2;
  return p;
}
P gp = makep(3);
struct C {
  S get(int x) {
    static const S s = make(x);
    return s;
  }
  S get2(int x) {
    static const S s(x);
    return s;
  }
};
int by(S s) {
  s.a++;
  return s.a;
}
S passed(S s) {
  s.a++;
  return s;
}
S thrown(int x) {
  try {
    if (x) throw S(x);
    return S(1);
  } catch (S &s) {
    s.a = 4;
    return s;
  }
}
S cond(bool b) {
  S x(1), y(2);
  return b ? x : y;
}
extern "C" S plain(int x) {
  S s(x);
  s.b = 3;
  return s;
}
int main() {
  const S a = other(3), b = rec(3), c = passed(S(3)), d = thrown(3), e = cond(true), f = plain(3);
  P p = makep(4), q = p;
  p.v[2] = 3;
  gp.v[1]++;
  q.v[0] = 2;
  C o;
  static const S s = [] {
    S t(3);
    t.a = 8;
    return t;
  }();
  const S arr[2] = {make(1), S(2)};
  const S &t = make(2);
  S *h = new S(make(3));
  h->a = 3;
  delete h;
  const S *hc = new const S(make(3));
  delete hc;
  if (a.e != 9 || b.a != 7 || c.a != 4 || d.a != 4 || e.a != 1 || f.b != 3 || o.get(2).e != 9 || o.get2(3).a != 3 ||
      s.a != 8 || arr[1].a != 2 || t.e != 9)
    abort();
  return by(a) - 2;
}

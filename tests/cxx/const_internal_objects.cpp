// expect: safe
// property: valid-memsafety
#include <atomic>
namespace {
struct P {
  int a;
  P(int x) : a(x) { set(x); }
  void set(int x) { a = x; }
};
struct R {
  int a;
  R(int x) : a(x) {}
  ~R() { a = 0; }
};
struct Agg {
  int a;
  R r;
};
const R gr(3);
}  // namespace
int main() {
  const P p(3);
  const R r(4);
  const Agg g{1, R(2)};
  struct Local {
    int k;
    Local() : k(3) {}
  };
  const Local l;
  const R arr[2] = {R(1), R(2)};
  return p.a + r.a + g.a + l.k + gr.a - 14;
}

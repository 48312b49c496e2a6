// expect: safe
// property: valid-memsafety
struct R {
  int a;
  R(int x) : a(x) {}
  ~R() { a = 0; }
};
struct Agg {
  int a;
  R r;
};
struct D : R {
  int x;
};
int f() { return 2; }
int main() {
  const Agg g{f(), R(2)};
  const D d{R(1), 2};
  const D e[2] = {{R(1), f()}, {R(2), 3}};
  return g.a + d.x + e[1].x - 7;
}

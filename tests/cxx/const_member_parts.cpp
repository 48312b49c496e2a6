// expect: safe
// property: valid-memsafety
struct A {
  const int k;
  int pad[8];
};
void helper(A *a) { a->pad[0] = 3; }
A make(int x) {
  A a{x, {x}};
  helper(&a);
  return a;
}
A make2(int x) { return A{x, {x}}; }
struct M {
  A a;
  A b;
  M() : a(make(1)), b(make2(2)) {}
};
struct L {
  A a;
  A b;
};
M gm;
L gl{make(1), make2(2)};
int f() { return 2; }
int main() {
  M m;
  m.a.pad[0] = 2;
  L l{make(f()), make2(3)};
  L l2[2] = {{make(f()), make2(3)}, {make(f()), make2(3)}};
  A a = make(3);
  A arr[2] = {make(1), make(2)};
  M *h = new M;
  delete h;
  auto lam = [c = make(3)] { return c.k; };
  return lam() - 3;
}

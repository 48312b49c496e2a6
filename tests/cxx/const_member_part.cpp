// expect: unsafe read-only
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
struct M {
  A a;
  M() : a(make(1)) {}
};
int main() {
  M m;
  const_cast<int &>(m.a.k) = 4;
  return 0;
}

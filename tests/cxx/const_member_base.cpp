// expect: unsafe read-only
// property: valid-memsafety
struct B {
  const int k;
  B(int x) : k(x) {}
  virtual ~B() {}
};
struct D : B {
  int v;
  D() : B(3), v(1) {}
};
int main() {
  D d;
  B *b = &d;
  const_cast<int &>(b->k) = 4;
  return d.k;
}

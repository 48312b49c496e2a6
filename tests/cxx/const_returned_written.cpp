// expect: unsafe read-only
// property: valid-memsafety
struct S {
  int a, b, c, d, e;
  S(int x) : a(x), b(x), c(x), d(x), e(x) {}
};
S make(int x) { return S(x); }
int main() {
  const S s = make(3);
  const_cast<S &>(s).a = 4;
  return s.a;
}

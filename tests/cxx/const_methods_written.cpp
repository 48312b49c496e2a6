// expect: unsafe read-only
// property: valid-memsafety
struct S {
  int a;
  S(int x) : a(x) { init(); }
  void init() { a++; }
};
int main() {
  const S s(3);
  const_cast<S &>(s).a = 9;
  return s.a;
}

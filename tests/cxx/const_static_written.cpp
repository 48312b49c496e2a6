// expect: unsafe read-only
// property: valid-memsafety
struct S {
  int a;
  S(int x) : a(x) {}
};
int f() { return 3; }
const S &get() {
  static const S s(f());
  return s;
}
int main() {
  const_cast<S &>(get()).a = 4;
  return get().a;
}

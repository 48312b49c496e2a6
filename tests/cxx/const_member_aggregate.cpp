// expect: unsafe read-only
// property: valid-memsafety
struct S {
  const int k;
  int v;
};
int f() { return 2; }
int main() {
  S s{3, f()};
  const_cast<int &>(s.k) = 4;
  return s.k;
}

// expect: unsafe read-only
// property: valid-memsafety
struct S {
  const int k;
  int v;
  S(int x) : k(x), v(1) {}
};
S s(3);
int main() {
  int *p = const_cast<int *>(&s.k);
  *p = 4;
  return s.k;
}

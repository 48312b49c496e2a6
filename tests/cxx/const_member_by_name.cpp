// expect: unsafe read-only
// property: valid-memsafety
struct S {
  const int k;
  int v;
  S(int x) : k(x), v(1) {}
};
int main() {
  S s(3);
  const_cast<int &>(s.k) = 4;
  return s.k;
}

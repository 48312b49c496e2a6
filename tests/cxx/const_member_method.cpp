// expect: unsafe read-only
// property: valid-memsafety
struct S {
  const int k;
  S(int x) : k(x) {}
  void bad() { *const_cast<int *>(&k) = 7; }
};
int main() {
  S s(3);
  s.bad();
  return s.k;
}

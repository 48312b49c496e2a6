// expect: unsafe read-only
// property: valid-memsafety
struct S {
  const int k[2];
  S() : k{1, 2} {}
};
int main() {
  S s;
  const_cast<int &>(s.k[1]) = 5;
  return s.k[1];
}

// expect: unsafe read-only
// property: valid-memsafety
struct R {
  int a;
  R(int x) : a(x) {}
};
struct pair {
  int a;
  R r;
};
int main() {
  const pair g{1, R(2)};
  const_cast<pair &>(g).a = 3;
  return 0;
}

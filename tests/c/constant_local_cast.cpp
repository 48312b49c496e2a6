// expect: unsafe read-only
// property: valid-memsafety
// To cast a reference to something that is no constant is fine, to write to a constant is not.
static void bump(const int &r) { ++const_cast<int &>(r); }

int main() {
  int a = 1;
  bump(a);
  const int b = 2;
  bump(b);
  return a;
}

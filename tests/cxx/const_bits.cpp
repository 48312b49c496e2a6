// expect: unsafe read-only
// property: valid-memsafety
struct flags {
  const unsigned a : 3, b : 5;
  int v;
  flags(unsigned x) : a(x), b(x), v(1) {}
};
int main() {
  flags f(2);
  f.v = 3;
  *reinterpret_cast<unsigned char *>(&f) = 4;
  return 0;
}

// expect: unsafe read-only
// property: valid-memsafety
// A constant member that is of a class.
struct part {
  int a;
  part(int x) : a(x) {}
};
struct whole {
  const part p;
  int v;
  whole() : p(3), v(2) {}
};

int main() {
  whole w;
  const_cast<part &>(w.p).a = 4;
  return w.v;
}

// expect: unsafe use-after-free
// property: valid-memsafety
// engines: naive stateful dpor auto
// What the view points to is a temporary, which ends with the full expression.
struct box {
  int v;
  explicit box(int n) : v(n) {}
  const int *where() const { return &v; }
};

int main() {
  const int *p = box(3).where();
  return *p;
}

// expect: unsafe read-only
// property: valid-memsafety
struct S {
  int a, b, c, d, e;
};
struct S make(int x) {
  struct S s = {x, x};
  return s;
}
int main(void) {
  const struct S s = make(3);
  ((struct S *)&s)->a = 4;
  return s.a;
}

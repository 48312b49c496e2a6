// expect: unsafe read-only
// property: valid-memsafety
struct S {
  int a[8];
};
static void set(struct S *p, int x) { p->a[0] = x; }
struct S make(int x) {
  struct S s = {{0}};
  set(&s, x);
  return s;
}
int main(void) {
  const struct S k = {{1, 2}};
  struct S m = make(3);
  set((struct S *)&k, 4);
  return m.a[0] - 3;
}

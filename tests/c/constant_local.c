// expect: unsafe read-only
// property: valid-memsafety
// engines: naive stateful stateless dpor auto
// A local constant is written through a pointer.
static void set(int *p) { *p = 2; }

int main(void) {
  int v = 1;
  set(&v);
  const int k = v;
  set((int *)&k);
  return k;
}

// expect: unsafe read-only
// property: valid-deref
// engines: naive stateful stateless dpor hunt cegar auto
// A constant object is written through a pointer that has lost its qualifier.
static const int limits[3] = {1, 2, 3};

static void set(int *p, int v) { *p = v; }

int main(void) {
  set((int *)&limits[1], 5);
  return 0;
}

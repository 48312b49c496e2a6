// expect: unsafe read-only
// property: valid-memsafety
// engines: naive stateful stateless dpor auto
// A constant member of a static variable is written through a pointer.
struct item {
  const int key;
  int value;
};
static struct item fixed[2] = {{1, 2}, {3, 4}};

static void set(int *p) { *p = 5; }

int main(void) {
  set(&fixed[1].value);
  set((int *)&fixed[1].key);
  return 0;
}

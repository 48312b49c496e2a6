// expect: unsafe read-only
// property: valid-memsafety
// engines: naive stateful stateless dpor auto
// A parameter that is a constant, written by its name.
static int f(const int n) {
  *(int *)&n = 4;
  return n;
}

int main(void) { return f(3); }

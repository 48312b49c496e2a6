// expect: unsafe pointer
// property: pointer-arithmetic
// engines: auto naive stateful dpor
static int v[4] = {1, 2, 3, 4};

int main(void) {
  int *p = v;
  p = p - 1;
  return p[1];
}

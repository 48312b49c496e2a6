// expect: unsafe use-after-free
// property: valid-deref
// engines: naive stateful cegar auto
// The address is stored nowhere, but the function returns it.
static int *lend(void) {
  int mine = 3;
  int *p = &mine;
  return p;
}

int main(void) { return *lend(); }

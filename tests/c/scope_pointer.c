// expect: unsafe use-after-free
// engines: naive stateful stateless dpor auto
int main(void) {
  int *p;
  {
    int x = 1;
    p = &x;
  }
  return *p;
}

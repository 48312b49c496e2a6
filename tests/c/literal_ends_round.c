// expect: unsafe use-after-free
// property: valid-memsafety
// The literal of the round before is looked at.
int main(void) {
  int *p = 0;
  for (int i = 0; i < 2; i++) {
    if (p) return *p;
    int *q = (int[]){i, 2};
    p = q;
  }
  return 0;
}

// An array of variable length ends with its block.
// expect: unsafe use-after-free
// property: valid-memsafety
// engines: auto dpor naive
extern unsigned char __VERIFIER_nondet_uchar(void);

int main(void) {
  int n = __VERIFIER_nondet_uchar() % 4 + 1;
  int *p;
  {
    int a[n];
    a[0] = 1;
    p = a;
  }
  return p[0] - 1;
}

// expect: unsafe use-after-free
// property: valid-memsafety
// engines: auto naive dpor
// A computed jump leaves the block, and so does each of several.
int __VERIFIER_nondet_int(void);

int main(void) {
  static void *const labels[] = {&&first, &&second, &&last};
  int *kept = 0, k = 0;
  goto *labels[k];
first: {
  int inner = 3;
  kept = &inner;
  k = __VERIFIER_nondet_int() ? 1 : 2;
  goto *labels[k];
}
second: {
  int other = 4;
  kept = &other;
  *kept = 5;
  kept = 0;
  goto *labels[2];
}
last:
  return kept ? *kept : 0;
}

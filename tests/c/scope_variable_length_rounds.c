// An array of variable length of each round is another one, and inner ones end first.
// expect: safe
// property: valid-memsafety
// engines: auto dpor naive
extern unsigned char __VERIFIER_nondet_uchar(void);

static int sum(int n) {
  int s = 0;
  for (int i = 1; i <= n; i++) {
    int a[i];
    for (int j = 0; j < i; j++) a[j] = 1;
    if (i == 2) {
      int b[i + 1];
      b[i] = a[0];
      if (n == 3) continue;
      s += b[i] - 1;
    }
    int *last = &a[i - 1];
    s += *last;
  }
  return s;
}

int main(void) {
  int n = __VERIFIER_nondet_uchar() % 4 + 1;
  return sum(n) - n;
}

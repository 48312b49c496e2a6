// expect: unsafe overflow
// property: no-overflow
extern unsigned long long __VERIFIER_nondet_ulonglong(void);

int main(void) {
  unsigned long long x = __VERIFIER_nondet_ulonglong();
  return x < 16 ? __builtin_clzll(x) : 0;
}

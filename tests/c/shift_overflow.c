// expect: unsafe overflow
// property: no-overflow
int __VERIFIER_nondet_int(void);
int main(void) {
  int a = __VERIFIER_nondet_int();
  if (a < 0 || a > 4095) return 0;
  return (a << 20) & 1;
}

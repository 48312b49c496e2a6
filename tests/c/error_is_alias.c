// expect: unsafe unreach-call
// property: unreach-call
// The error function is another name; what it names is not.
int n;
void count(void) { n++; }
void __VERIFIER_error(void) __attribute__((alias("count")));
int main(void) {
  count();
  void (*volatile f)(void) = __VERIFIER_error;
  if (n == 1) f();
  return 0;
}

// expect: safe
// property: unreach-call
int n;
void count(void) { n++; }
void __VERIFIER_error(void) __attribute__((alias("count")));
int main(void) {
  count();
  if (n != 1) __VERIFIER_error();
  return 0;
}

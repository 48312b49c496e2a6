// expect: unsafe unreach-call
// property: unreach-call
// Without extern "C": the functions are the same.
void reach_error(const char *why);
int __VERIFIER_nondet_int();
void __VERIFIER_assume(int);
int main() {
  int v = __VERIFIER_nondet_int();
  void (*volatile assume)(int) = __VERIFIER_assume;
  assume(v > 3);
  if (v == 4) reach_error("x");
}

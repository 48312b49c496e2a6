// expect: unsafe
// property: unreach-call
// What is assumed on one side of a branch says nothing about the other side.
extern void reach_error(void);
extern void __VERIFIER_assume(int);
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int side = __VERIFIER_nondet_int(), x = __VERIFIER_nondet_int();
  if (side) __VERIFIER_assume(x == 0);
  if (x == 1) reach_error();
  return 0;
}

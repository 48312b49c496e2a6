// expect: unknown
// engines: cegar
// An address far behind one object is not taken for that of another one (other engines find that it is out of bounds).
extern long __VERIFIER_nondet_long(void);
extern _Bool __VERIFIER_nondet_bool(void);
extern void __VERIFIER_assume(int);
int first[10], second[10];
int main(void) {
  _Bool which = __VERIFIER_nondet_bool();
  int *p = which ? first : second;
  __VERIFIER_assume(which);
  long i = __VERIFIER_nondet_long();
  __VERIFIER_assume(i == 1L << 38);
  p[i] = 1;
  return 0;
}

// expect: unsafe uninitialised
// property: uninitialised
// engines: naive stateful stateless dpor auto
// Moved through two joins, and used at last.
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int x, y = 0;
  if (__VERIFIER_nondet_bool()) x = 1;
  if (__VERIFIER_nondet_bool()) y = 2; else y = x;
  return y > 1;
}

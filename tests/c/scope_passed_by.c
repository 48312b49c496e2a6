// expect: unsafe use-after-free
// property: valid-memsafety
// engines: naive stateful stateless dpor auto
// A variable whose declaration a jump passes by ends with its block, too.
extern _Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int *p = 0;
  if (__VERIFIER_nondet_bool()) goto inside;
  {
    int x;
    x = 0;
  inside:
    x = 1;
    p = &x;
  }
  return *p;
}

// expect: unsafe use-after-free
// property: valid-memsafety
// A variable declared in one case and used in the next ends with the switch.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *p = 0;
  switch (__VERIFIER_nondet_int()) {
  case 0:;
    int y = 3;
    p = &y;
    break;
  case 1:
    y = 2;
    p = &y;
    break;
  default: return 0;
  }
  return *p;
}

// expect: unsafe use-after-free
// engines: auto naive stateful
// A variable between `switch` and the first `case` belongs to the block: its address does not outlive it.
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *kept = 0;
  switch (__VERIFIER_nondet_int()) {
    int x;
    case 1: {
      x = 3;
      kept = &x;
      break;
    }
    default: return 0;
  }
  return *kept;
}

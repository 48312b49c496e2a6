// expect: unsafe overflow
// property: no-overflow,unreach-call
// outcomes: no-overflow unsafe, unreach-call unknown
// A violation ends the run: of the other property nothing is known.
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int y = x + 1;
  if (y == x) reach_error();
  return 0;
}

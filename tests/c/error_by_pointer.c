// expect: unsafe unreach-call
// property: unreach-call
// engines: auto naive stateful dpor
// What counts is that the function is entered, not how.
extern void reach_error(void);
int main(void) {
  void (*volatile f)(void) = reach_error;
  f();
  return 0;
}

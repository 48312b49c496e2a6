// expect: unsafe unreach-call
// property: unreach-call
extern int __VERIFIER_nondet_int();
extern void abort(void);
void reach_error() { abort(); }
int main() {
  int x = __VERIFIER_nondet_int();
  if (x == 4711) reach_error();
  return 0;
}

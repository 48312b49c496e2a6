// expect: safe bounded
// property: unreach-call
// options: --unwind=3
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  for (int i = 0; i < n; i++) {
    s++;
    for (int k = 0; k < 2; k++) s++;  // the rounds of an inner loop count anew each time
  }
  if (s == 12) reach_error();
  return 0;
}

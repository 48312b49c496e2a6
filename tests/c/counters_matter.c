// expect: unsafe unreach-call
// property: unreach-call
// options: --engine=stateful --max-transitions=100000
// The difference of two counters grows, and a third one is compared with numbers: nothing may be left out.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static unsigned written, read, rounds;
int main(void) {
  while (rounds < 6) {
    if (__VERIFIER_nondet_int()) written++;
    if (__VERIFIER_nondet_int()) read++;
    rounds++;
    if (written - read == 5 && rounds == 6) reach_error();
  }
}

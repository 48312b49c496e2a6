// expect: safe
// property: unreach-call
// options: --engine=stateful --max-transitions=5000
// Choices in a row meet again between them: n 2^n steps where a step per round would make 3^n.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static int a, b, c, d, e, f, g, h;
int main(void) {
  while (1) {
    if (!a && __VERIFIER_nondet_int()) a = 1;
    if (!b && __VERIFIER_nondet_int()) b = 1;
    if (!c && __VERIFIER_nondet_int()) c = 1;
    if (!d && __VERIFIER_nondet_int()) d = 1;
    if (!e && __VERIFIER_nondet_int()) e = 1;
    if (!f && __VERIFIER_nondet_int()) f = 1;
    if (!g && __VERIFIER_nondet_int()) g = 1;
    if (!h && __VERIFIER_nondet_int()) h = 1;
    if (a + b + c + d + e + f + g + h > 8) reach_error();
  }
}

// expect: safe
// property: unreach-call
// options: --engine=stateful --max-transitions=1000
// Two counters without end that are only compared with each other, and one that nobody reads.
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
static unsigned written, read, rounds;
static int full;
int main(void) {
  written = 7;
  read = 7;
  while (1) {
    rounds++;
    if (!full && __VERIFIER_nondet_int()) {
      written += 2;
      full = 1;
    }
    if (full && __VERIFIER_nondet_int()) {
      unsigned now = read + 2;
      read = now;
      full = 0;
      if (written != read) reach_error();
    }
  }
}

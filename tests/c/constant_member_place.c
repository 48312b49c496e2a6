// expect: unsafe read-only
// property: valid-memsafety
// Which member is written depends on an input.
extern int __VERIFIER_nondet_int(void);
struct row {
  int plain[3];
  const int fixed;
};
static struct row r;

int main(void) {
  int k = __VERIFIER_nondet_int();
  if (k < 0 || k > 3) return 0;
  ((int *)&r)[k] = 1;
  return 0;
}

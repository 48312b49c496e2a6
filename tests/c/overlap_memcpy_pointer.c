// expect: unsafe overlap
// Through a table of functions, and by an amount that is an input.
#include <string.h>

extern int __VERIFIER_nondet_int(void);
static struct {
  void *(*copy)(void *, const void *, size_t);
} operations = {memcpy};

int main(void) {
  char b[16] = "abcdefgh";
  int n = __VERIFIER_nondet_int();
  if (n < 4 || n > 9) return 0;
  operations.copy(b + 8, b, (size_t)n);
  return b[2];
}

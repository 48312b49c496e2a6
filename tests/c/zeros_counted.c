// expect: safe
// property: assert,no-overflow
// Nobody asks for the zeros of 0.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (!x || x > 255) return 0;
  int high = 31 - __builtin_clz(x), low = __builtin_ctz(x);
  assert(low <= high && x >> high == 1 && (x >> low & 1));
  assert(__builtin_clzll(x) == 63 - high && __builtin_ctzl((unsigned long)x << 32) == low + 32);
  return 0;
}

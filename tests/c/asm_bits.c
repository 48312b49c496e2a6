// expect: safe
// bsr, bsf and bswap beside the builtins, for all values; cpuid and the time stamp are any numbers.
#include <assert.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int highest(unsigned x) {
  int r;
  __asm__("bsrl %1,%0" : "=r"(r) : "r"(x));
  return r;
}

static unsigned long lowest(unsigned long x) {
  unsigned long r;
  __asm__("bsfq %1,%0" : "=r"(r) : "rm"(x));
  return r;
}

int main(void) {
  unsigned x = __VERIFIER_nondet_uint() & 0xf0f, swapped = x;
  if (x) assert(highest(x) == 31 - __builtin_clz(x));
  assert(lowest((unsigned long)x << 4 | 16) == 4);
  __asm__("bswap %0" : "+r"(swapped));
  assert(swapped == __builtin_bswap32(x));
  int a = 0, b, c = 0, d;
  __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
  unsigned long long begin = __builtin_readcyclecounter(), later = __builtin_ia32_rdtsc();
  (void)begin, (void)later;
  return 0;
}

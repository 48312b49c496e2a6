// expect: safe
// Shifts, rotations, products and the number of ones beside those of C, for all values.
#include <assert.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

static uint32_t left(uint32_t x, unsigned char n) {
  __asm__("roll %1,%0" : "+r"(x) : "cI"(n));
  return x;
}

static uint16_t right(uint16_t x, unsigned char n) {
  __asm__("rorw %b1,%0" : "+r"(x) : "c"(n) : "cc");
  return x;
}

int main(void) {
  uint32_t x = __VERIFIER_nondet_uint(), n = __VERIFIER_nondet_uint() & 127, low, high, y = x;
  assert(left(x, (unsigned char)n) == (x << (n & 31) | x >> ((32 - n) & 31)));
  assert(right((uint16_t)x, 4) == (uint16_t)((x & 0xffff) >> 4 | x << 12));
  __asm__("mull %3" : "=a"(low), "=d"(high) : "0"(x), "rm"(n) : "cc");
  assert(((uint64_t)high << 32 | low) == (uint64_t)x * n);
  int32_t upper, a = (int32_t)x, three = (int32_t)n;
  __asm__("imull %2" : "+a"(a), "=d"(upper) : "r"(three) : "cc");
  assert(upper == (int32_t)((int64_t)(int32_t)x * three >> 32));
  int d = (int)x, e;
  __asm__("imull %1,%0" : "+r"(d) : "r"(three));
  __asm__("imull $12,%1,%0" : "=r"(e) : "r"(three));
  assert(d == (int)(x * n) && e == 12 * three);
  __asm__("popcntl %1,%0" : "=r"(y) : "rm"(x & 0xf0f));
  assert(y == (uint32_t)__builtin_popcount(x & 0xf0f));
  uint64_t wide = (uint64_t)x << 8 | 1;
  __asm__("shlq %%cl,%0\n\tshrq $4,%0" : "+&r"(wide) : "c"(2));
  assert(wide == (((uint64_t)x << 8 | 1) << 2 >> 4));
  int s = (int)x;
  __asm__("sarl %0\n\tnegl %0\n\tnotl %0" : "+r"(s));
  assert(s == ((int)x >> 1) - 1);
  __asm__ volatile("outb %b0,%w1" : : "a"(y), "Nd"((unsigned short)0x80));
  return 0;
}

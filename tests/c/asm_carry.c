// expect: safe
// Sums and differences with a carry, moves under a condition and with another width, beside those of C, for all values.
#include <assert.h>
#include <stdint.h>

extern unsigned __VERIFIER_nondet_uint(void);

static uint64_t sum(uint64_t a, uint64_t b) {
  uint32_t low = (uint32_t)a, high = (uint32_t)(a >> 32);
  __asm__("addl %2,%0; adcl %3,%1" : "+&r"(low), "+&r"(high) : "r"((uint32_t)b), "g"((uint32_t)(b >> 32)) : "cc");
  return (uint64_t)high << 32 | low;
}

static uint64_t difference(uint64_t a, uint64_t b, unsigned char *borrow) {
  uint32_t low = (uint32_t)a, high = (uint32_t)(a >> 32);
  __asm__("subl %3,%0; sbbl %4,%1; setc %2"
          : "+&r"(low), "+&r"(high), "=q"(*borrow)
          : "r"((uint32_t)b), "g"((uint32_t)(b >> 32))
          : "cc");
  return (uint64_t)high << 32 | low;
}

static int least(int a, int b) {
  __asm__("cmpl %0,%1; cmovl %1,%0" : "+r"(a) : "r"(b) : "cc");
  return a;
}

static unsigned most(unsigned a, unsigned b) {
  __asm__("cmpl %0,%1; cmoval %1,%0" : "+r"(a) : "r"(b) : "cc");
  return a;
}

int main(void) {
  uint64_t a = (uint64_t)__VERIFIER_nondet_uint() << 32 | __VERIFIER_nondet_uint();
  uint64_t b = (uint64_t)__VERIFIER_nondet_uint() << 32 | __VERIFIER_nondet_uint();
  unsigned char borrow;
  assert(sum(a, b) == a + b);
  assert(difference(a, b, &borrow) == a - b && borrow == (a < b));
  int x = (int)a, y = (int)b;
  assert(least(x, y) == (x < y ? x : y));
  assert(most((unsigned)x, (unsigned)y) == ((unsigned)x < (unsigned)y ? (unsigned)y : (unsigned)x));
  unsigned wide;
  int grown;
  signed char small = (signed char)x;
  __asm__("movzwl %w1,%0" : "=r"(wide) : "r"(x));
  __asm__("movsbl %1,%0" : "=r"(grown) : "q"(small));
  assert(wide == (uint16_t)x && grown == small);
  unsigned behind, before;
  __asm__("tzcntl %1,%0" : "=r"(behind) : "r"(wide) : "cc");
  __asm__("lzcntl %1,%0" : "=r"(before) : "r"(wide) : "cc");
  assert(behind == (wide ? (unsigned)__builtin_ctz(wide) : 32) && before == (wide ? (unsigned)__builtin_clz(wide) : 32));
  if (wide) {
    __asm__("rep; bsf %1,%0" : "=r"(behind) : "r"(wide) : "cc");
    assert(behind == (unsigned)__builtin_ctz(wide));
  }
  unsigned char set;
  __asm__("btl %2,%1; setc %0" : "=q"(set) : "r"(x), "Ir"(y) : "cc");
  assert(set == ((unsigned)x >> (y & 31) & 1));
  return 0;
}

// expect: safe
// Locked updates of x86 and what they leave in registers and flags, against the same in C, for all values.
#include <assert.h>
#include <stdint.h>

extern int __VERIFIER_nondet_int(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned char __VERIFIER_nondet_uchar(void);

static int cell;
static long word;
static unsigned char byte;
static unsigned short half;

static void updates(int a, int b) {
  cell = a;
  __asm__ __volatile__("lock; addl %1,%0" : "+m"(cell) : "ir"(b));
  assert(cell == (int)((unsigned)a + (unsigned)b));
  __asm__ __volatile__("lock; subl %1,%0" : "=m"(cell) : "ir"(b), "m"(cell));
  assert(cell == a);
  __asm__ __volatile__("lock\n\tandl %1,%0" : "+m"(cell) : "r"(b) : "memory", "cc");
  assert(cell == (a & b));
  __asm__ __volatile__("lock orl %1, %0" : "+m"(cell) : "r"(b));
  __asm__ __volatile__("lock ; xorl $0x5 , %0" : "+m"(cell));
  assert(cell == (((a & b) | b) ^ 5));
  __asm__ __volatile__("lock; incl %0;" : "+m"(cell));
  __asm__ __volatile__("\tlock; decl %0\n" : "+m"(cell));
  assert(cell == (((a & b) | b) ^ 5));
}

static void flags(int a, int b) {
  unsigned char zero, negative, carry, less, above;
  _Bool equal, greater, overflow;
  cell = a;
  __asm__ __volatile__("lock; decl %0; sete %1" : "+m"(cell), "=qm"(zero) : : "memory");
  assert(zero == (a == 1));
  cell = a;
  __asm__ __volatile__("lock; addl %2,%0; sets %1" : "+m"(cell), "=qm"(negative) : "ir"(b) : "memory");
  assert(negative == ((int)((unsigned)a + (unsigned)b) < 0));
  cell = a;
  __asm__ __volatile__("lock; addl %2,%0; setc %1" : "+m"(cell), "=q"(carry) : "ir"(b) : "memory");
  assert(carry == ((uint64_t)(unsigned)a + (unsigned)b > UINT32_MAX));
  cell = a;
  __asm__ __volatile__("lock; subl %2,%0; setl %1" : "+m"(cell), "=q"(less) : "ir"(b) : "memory");
  assert(less == (a < b));
  cell = a;
  __asm__ __volatile__("lock; subl %2,%0; seta %b1" : "+m"(cell), "=q"(above) : "ir"(b) : "memory");
  assert(above == ((unsigned)a > (unsigned)b));
  __asm__("cmpl %2,%1" : "=@cce"(equal) : "r"(a), "r"(b));
  assert(equal == (a == b));
  __asm__("cmpl %3,%2" : "=@ccg"(greater), "=@cco"(overflow) : "r"(a), "r"(b));
  assert(greater == (a > b) && overflow == ((long)a - b > INT32_MAX || (long)a - b < INT32_MIN));
}

static void exchanges(long a, long b, unsigned char c) {
  word = a;
  long old = b;
  __asm__ __volatile__("lock; xaddq %0,%1" : "+r"(old), "+m"(word) : : "memory");
  assert(old == a && word == (long)((unsigned long)a + (unsigned long)b));
  old = b;
  __asm__ __volatile__("xchgq %0,%1" : "=r"(old) : "m"(word), "0"(old) : "memory");
  assert(old == (long)((unsigned long)a + (unsigned long)b) && word == b);
  byte = 7;
  unsigned char got = c;
  __asm__ __volatile__("xchgb %b0,%1" : "+q"(got), "+m"(byte) : : "memory");
  assert(got == 7 && byte == c);
  half = 300;
  unsigned short more = c;
  __asm__ __volatile__("lock; xaddw %w0,%1" : "+r"(more), "+m"(half));
  assert(more == 300 && half == 300 + c);
}

static void compares(int a, int b, int fresh) {
  cell = a;
  int seen;
  __asm__ __volatile__("lock; cmpxchgl %2,%1" : "=a"(seen), "+m"(cell) : "r"(fresh), "0"(b) : "memory");
  assert(seen == a && cell == (a == b ? fresh : a));
  cell = a;
  unsigned char done;
  __asm__ __volatile__("lock;\n\tcmpxchgl %3,%1;\n\tsete %0" : "=a"(done), "=m"(cell) : "a"(b), "r"(fresh), "m"(cell) : "memory", "cc");
  assert(done == (a == b) && cell == (a == b ? fresh : a));
  word = a;
  long expected = b;
  _Bool ok;
  __asm__ __volatile__("lock cmpxchgq %[n], %[p]" : "=@ccz"(ok), [p] "+m"(word), "+a"(expected) : [n] "r"((long)fresh) : "memory");
  assert(ok == (a == b) && expected == a && word == (a == b ? fresh : a));
  byte = 3;
  unsigned char was = (unsigned char)a;
  __asm__ __volatile__("lock; cmpxchgb %b2,%1" : "+a"(was), "+m"(byte) : "q"(9) : "memory");
  assert(was == 3 && byte == ((unsigned char)a == 3 ? 9 : 3));
}

static void bits(int n) {
  unsigned char was;
  int mask;
  word = 4;
  __asm__ __volatile__("lock; btsq %2,%1; setc %0" : "=q"(was), "+m"(word) : "Ir"(2L) : "memory");
  assert(was == 1 && word == 4);
  __asm__ __volatile__("lock; btrq %2,%1\n\tsbbl %0,%0" : "=r"(mask), "+m"(word) : "Ir"(2L) : "memory");
  assert(mask == -1 && word == 0);
  long at = n & 63;
  __asm__ __volatile__("lock; btsq %1,%0" : "+m"(word) : "r"(at) : "memory");
  assert(word == (long)(1UL << at));
}

// A bit beyond the word, by a number in a register.
static void far_bit(void) {
  long row[3] = {0, 0, 0};
  __asm__ __volatile__("lock; btsq %1,%0" : "+m"(row[1]) : "r"(65L) : "memory");
  __asm__ __volatile__("lock; btsq %1,%0" : "+m"(row[1]) : "r"(-1L) : "memory");
  assert(row[0] == INT64_MIN && row[1] == 0 && row[2] == 2);
}

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
  updates(a, b);
  flags(a, b);
  exchanges(__VERIFIER_nondet_long(), __VERIFIER_nondet_long(), __VERIFIER_nondet_uchar());
  compares(a, b, 77);
  bits(a);
  far_bit();
  return 0;
}

// expect: safe
// Fences, pauses, and statements that only bind the compiler.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
static int shared;

int main(void) {
  int x = __VERIFIER_nondet_int(), copy = x;
  long y = 5;
  double d = 1.5;
  int *p = &x;
  __asm__ __volatile__("mfence" : : : "memory");
  __asm__ __volatile__("lfence; sfence" : : : "memory");
  __asm__ __volatile__("lock; addl $0,0(%%rsp)" : : : "memory", "cc");
  __asm__ __volatile__("lock; orq $0x0,(%%rsp)" : : : "memory", "cc");
  __asm__ __volatile__("lock; addl $0,-4(%%rsp)" : : : "memory", "cc");
  __asm__ __volatile__("rep\n\tnop" : : : "memory");
  __asm__ __volatile__("" : "+r"(x) : : "memory");
  __asm__ __volatile__("" : "+m"(x));
  __asm__ __volatile__("" : "+r"(x), "+r"(y) : "r"(p) : "memory");
  __asm__ __volatile__("" : "+g"(shared), "+rm"(y));
  __asm__ __volatile__("" : "+x"(d));
  __asm__ __volatile__("" : : "r"(x), "m"(y), "g"(&shared));
  __asm__("" : "=r"(p) : "0"(p));
  assert(x == copy && y == 5 && d == 1.5 && *p == copy && shared == 0);
  return 0;
}

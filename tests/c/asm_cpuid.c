// expect: unsafe assert
// What the processor says of itself is an input, and so is its clock.
#include <assert.h>

int main(void) {
  unsigned a = 1, b, c, d;
  __asm__ volatile("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d));
  unsigned long long begin = __builtin_ia32_rdtsc();
  if (d & 1) assert(begin != 7);
  return 0;
}

// expect: unsafe assert
// The time stamp is an input: it need not grow from one processor to the next.
#include <assert.h>
#include <stdint.h>

static uint64_t now(void) {
  uint32_t low, high;
  __asm__ __volatile__("rdtsc" : "=a"(low), "=d"(high));
  return low | (uint64_t)high << 32;
}

int main(void) {
  uint32_t low, high, processor;
  __asm__ __volatile__("rdtscp" : "=a"(low), "=d"(high), "=c"(processor));
  uint64_t before = now();
  assert(now() >= before);
  return 0;
}

// expect: unsafe assert
// engines: auto stateful
// flags: -m32
// With 32 bits, too: two addresses may have the same hash.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
static unsigned hash(const void *p) {
  uint64_t x = (uintptr_t)p;
  x ^= x >> 33;
  x *= 0xff51afd7ed558ccd;
  return (x >> 60) & 3;
}
int buckets[4];
int main(void) {
  buckets[hash(malloc(8))]++;
  buckets[hash(malloc(8))]++;
  assert(buckets[0] + buckets[1] + buckets[2] + buckets[3] == 2);
  assert(buckets[1] < 2);
  return 0;
}

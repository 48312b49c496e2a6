// expect: safe
// engines: auto stateful dpor
// Tags in low and in high bits, links that are xor of two addresses, bytes of a pointer one by one.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
struct node {
  uintptr_t link;
  int v;
} a, b, c;
int main(void) {
  int *p = malloc(sizeof *p);
  uintptr_t low = (uintptr_t)p | 3, high = (uintptr_t)p | (uintptr_t)5 << 48;
  assert((low & 7) == 3 && high >> 48 == 5);
  *(int *)(low & ~(uintptr_t)7) = 1;
  assert(*p == 1);
  *(int *)(high & 0xffffffffffff) = 2;
  assert(*p == 2);
  c.v = 7;
  b.link = (uintptr_t)&a ^ (uintptr_t)&c;
  struct node *next = (struct node *)(b.link ^ (uintptr_t)&a);
  assert(next == &c && next->v == 7);
  unsigned char bytes[sizeof p];
  for (unsigned i = 0; i < sizeof p; i++) bytes[i] = ((unsigned char *)&p)[i] ^ 0x5a;
  int *q;
  for (unsigned i = 0; i < sizeof q; i++) ((unsigned char *)&q)[i] = bytes[i] ^ 0x5a;
  assert(q == p && *q == 2);
  free(p);
  return 0;
}

// expect: safe
// An allocator that aligns by itself and keeps what malloc gave right before.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
static void *al(size_t n, size_t a) {
  char *r = malloc(n + a + sizeof(void *));
  if (!r) return 0;
  char *p = (char *)(((uintptr_t)r + sizeof(void *) + a - 1) & ~(uintptr_t)(a - 1));
  ((void **)p)[-1] = r;
  return p;
}
static void fr(void *p) { free(((void **)p)[-1]); }
int main(void) {
  char *p = al(10, 64);
  assert(((uintptr_t)p & 63) == 0);
  p[0] = 1;
  p[9] = 2;
  assert(p[0] + p[9] == 3);
  fr(p);
  return 0;
}

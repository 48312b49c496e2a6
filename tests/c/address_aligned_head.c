// expect: safe
// engines: auto stateful dpor
// What the source says about alignment holds, in globals, locals, members and from allocators.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
_Alignas(64) char global[64];
_Alignas(16) char sixteen[64];
struct line {
  _Alignas(32) char c[3];
} lines[2];
#define AT(p, n) assert((uintptr_t)(p) % (n) == 0 && ((uintptr_t)(p) & ((n)-1)) == 0)
int main(void) {
  _Alignas(128) char local[3];
  void *p;
  AT(global, 64);
  AT(sixteen, 16);
  AT(&lines[1], 32);
  AT(local, 128);
  void *q = aligned_alloc(256, 512), *r = malloc(1);
  AT(q, 256);
  AT(r, 16);
  assert(posix_memalign(&p, 1024, 8) == 0);
  AT(p, 1024);
  assert(posix_memalign(&p, 3, 8) != 0);
  int x;
  AT(&x, sizeof x);
  return 0;
}

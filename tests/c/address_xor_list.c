// expect: safe
// A list whose nodes hold the exclusive or of both neighbours.
#include <assert.h>
#include <stdint.h>
struct n {
  uintptr_t x;
  int v;
};
int main(void) {
  struct n a = {0, 1}, b = {0, 2}, c = {0, 3};
  a.x = (uintptr_t)&b;
  b.x = (uintptr_t)&a ^ (uintptr_t)&c;
  c.x = (uintptr_t)&b;
  int s = 0;
  uintptr_t p = 0;
  struct n *q = &a;
  while (q) {
    s += q->v;
    struct n *nx = (struct n *)(p ^ q->x);
    p = (uintptr_t)q;
    q = nx;
  }
  assert(s == 6);
  return 0;
}

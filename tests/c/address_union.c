// expect: safe
// A pointer, its number and its bytes in one place.
#include <assert.h>
#include <stdint.h>
union u {
  int *p;
  uintptr_t n;
  unsigned char b[sizeof(void *)];
};
int main(void) {
  int x = 3;
  union u u = {.p = &x};
  assert(u.n == (uintptr_t)&x);
  u.n += 4;
  u.n -= 4;
  assert(*u.p == 3);
  unsigned char k = u.b[1];
  u.b[1] = 0;
  u.b[1] = k;
  assert(*u.p == 3);
  return 0;
}

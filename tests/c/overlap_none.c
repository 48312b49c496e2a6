// expect: safe
// engines: auto naive stateful dpor
// memmove may; an object is assigned to itself; ranges that only touch; nothing is copied.
#include <stdio.h>
#include <string.h>

struct four { int v[4]; };
static struct four x, *p = &x, *q = &x;
extern int __VERIFIER_nondet_int(void);

int main(void) {
  char b[32] = "abcdefgh", *to = b;
  int n = __VERIFIER_nondet_int();
  memmove(b + 2, b, 4);
  *p = *q;
  memcpy(to, b, 8);
  if (n < 0 || n > 8) return 0;
  memcpy(to + 8, b, (size_t)n);
  memcpy(to + 1, b, 0);
  strcpy(b, "text");
  strcpy(b + 5, b);
  strncpy(b, b + 5, 4);
  strcat(b + 12, b + 20);
  snprintf(b, 4, "%s", b + 5);
  return 0;
}

// expect: safe
// Clearing the low bits of a pointer goes back in its object.
#include <assert.h>
#include <stdarg.h>

static long double last(int n, ...) {
  va_list list;
  long double x = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++) x = va_arg(list, long double);
  va_end(list);
  return x;
}

int main(void) {
  _Alignas(64) char block[128];
  char *p = block + 70;
  assert((char *)__builtin_align_down(p, 32) == block + 64 && (char *)__builtin_align_up(p, 16) == block + 80);
  int number = 0;
  *(int *)__builtin_align_down((char *)&number + 3, sizeof number) = 5;
  assert(number == 5);
  assert(last(2, 1.5L, 2.5L) == 2.5L);
  return 0;
}

// expect: unknown
// The change lies behind a jump to the other place, which was set earlier.
#include <setjmp.h>

static jmp_buf a, b;

static void leave(void) { longjmp(b, 1); }

int main(void) {
  int x;
  if (setjmp(b)) {
    x = 2;
    longjmp(a, 1);
  }
  x = 1;
  if (setjmp(a)) return x;
  leave();
  return 0;
}

// expect: unsafe use-after-free
// The function that called setjmp has returned.
#include <setjmp.h>

static jmp_buf b;

static int set(void) { return setjmp(b); }

int main(void) {
  if (set()) return 1;
  longjmp(b, 1);
}

// expect: unknown
// A local that is not volatile and was changed since setjmp has no certain value.
#include <setjmp.h>

static jmp_buf b;

int main(void) {
  int rounds = 0;
  if (setjmp(b)) return rounds;
  rounds = 1;
  longjmp(b, 1);
}

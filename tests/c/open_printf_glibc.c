// expect: safe
// options: --libc=glibc
#include <assert.h>
#include <stdio.h>

int main(void) {
  assert(printf("%d %s\n", 12, "ab") == 6);
  assert(fprintf(stderr, "%5.2f", 1.5) == 5);
  assert(fputs("x", stdout) == 1 && puts("yy") == 3 && putchar('a') == 'a');
  assert(fwrite("abc", 1, 3, stdout) == 3 && fflush(stdout) == 0);
  return 0;
}

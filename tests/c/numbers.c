// expect: safe
#include <assert.h>
#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static int by_value(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  char text[32], *end;
  int n[] = {3, 1, 2}, key = 2;
  assert(atoi(" -42x") == -42 && strtol("0x1fz", &end, 0) == 31 && *end == 'z');
  assert(abs(-3) == 3 && isdigit('7') && !isalpha('7') && toupper('a') == 'A');
  qsort(n, 3, sizeof *n, by_value);
  assert(n[0] == 1 && n[2] == 3);
  assert(bsearch(&key, n, 3, sizeof *n, by_value) == &n[1]);
  assert(snprintf(text, sizeof text, "%s:%04d:%-3u%x", "ab", -7, 5u, 255) == 13);
  assert(strcmp(text, "ab:-007:5  ff") == 0);
  printf("%s %d\n", text, n[1]);
  errno = ERANGE;
  assert(errno == ERANGE);
  return 0;
}

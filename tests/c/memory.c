// expect: safe
// property: assert,valid-memsafety
#include <assert.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int *p = calloc(4, sizeof *p);
  assert(p[3] == 0);
  p[3] = 7;
  p = realloc(p, 8 * sizeof *p);
  assert(p[3] == 7);
  char *s = strdup("abc"), t[8] = "x";
  strcat(t, s);
  assert(strcmp(t, "xabc") == 0 && strlen(t) == 4 && memcmp(t, "xa", 2) == 0);
  assert(strchr(t, 'b') == t + 2 && strrchr(t, 'q') == NULL && strstr(t, "bc") == t + 2);
  free(s);
  free(p);
  return 0;
}

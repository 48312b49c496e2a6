// expect: safe
// engines: auto naive
// snprintf does not fail; its length is exact.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char text[20] = "???";
  assert(snprintf(text, sizeof text, "%.0d", 0) == 0 && !text[0]);
  assert(snprintf(text, sizeof text, "%#o|%#.3o", 0u, 8u) == 5 && strcmp(text, "0|010") == 0);
  assert(snprintf(text, 3, "%d", 12345) == 5 && strcmp(text, "12") == 0);
  assert(sprintf(text, "%+.0d", 0) == 1 && text[0] == '+');
  return 0;
}

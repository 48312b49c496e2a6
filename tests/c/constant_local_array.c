// expect: unsafe read-only
// property: valid-memsafety
// A library function leads into an array of constants.
#include <string.h>

int main(void) {
  const char s[8] = "abc";
  char *p = strchr(s, 'b');
  *p = 'x';
  return 0;
}

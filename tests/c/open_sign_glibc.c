// expect: safe
// options: --libc=glibc
// The difference of the bytes.
#include <assert.h>
#include <ctype.h>
#include <string.h>
#include <strings.h>

int main(void) {
  assert(strcmp("a", "c") == -2);
  assert(strncmp("xz", "xa", 2) == 25);
  assert(memcmp("\xff", "a", 1) == 158);
  assert(strcasecmp("A", "z") == -25);
  assert(isalpha('a') == 1024);
  return 0;
}

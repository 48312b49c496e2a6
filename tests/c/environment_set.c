// expect: safe bounded
// The program finds what it has put into the environment.
#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  static char text[] = "LEVEL=3";
  assert(!setenv("MODE", "fast", 1) && !setenv("MODE", "slow", 0));
  assert(!strcmp(getenv("MODE"), "fast"));
  assert(!putenv(text));
  text[6] = '4';
  assert(!strcmp(getenv("LEVEL"), "4"));
  assert(!unsetenv("MODE") && !getenv("MODE"));
  return 0;
}

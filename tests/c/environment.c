// expect: safe bounded
// A program that looks at its environment is started without any: that is not every run, and the grade says so.
#include <stdlib.h>

int main(void) {
  const char *home = getenv("HOME");
  return home && home[0] == '/';
}

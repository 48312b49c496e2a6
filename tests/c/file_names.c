// expect: safe
// property: assert
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  struct stat s;
  errno = 0;
  int r = rename("a", "b");
  assert(r == 0 || (r == -1 && errno != 0));
  if (!stat("b", &s)) assert(s.st_size >= 0);
  mkdir("d", 0700);
}

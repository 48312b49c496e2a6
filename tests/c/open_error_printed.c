// expect: safe
#include <errno.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  fprintf(stderr, "%s\n", strerror(ENOENT));
  puts(strerror(EIO));
  perror("perror");
  return 0;
}

// expect: safe bounded
#define _GNU_SOURCE
#include <assert.h>
#include <err.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/utsname.h>
#include <unistd.h>

int main(void) {
  char text[8], name[64];
  struct utsname system;
  printf("%s\n", strerror_r(ENOMEM, text, sizeof text));
  if (!gethostname(name, sizeof name)) printf("%s\n", name);
  assert(gethostname(name, 1) == -1 && errno == ENAMETOOLONG);
  assert(!uname(&system) && system.sysname[0]);
  warnx("%d is left", 1);
  errx(1, "done");
  assert(0);
}

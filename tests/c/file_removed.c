// expect: unsafe assert
// property: assert
// Somebody else may remove it meanwhile.
#include <assert.h>
#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  struct stat s;
  if (!stat("f", &s)) assert(unlink("f") == 0);
}

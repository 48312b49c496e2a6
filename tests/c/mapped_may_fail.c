// expect: unsafe null
// options: --malloc-may-fail
// MAP_FAILED is not null, and is no object.
#define _GNU_SOURCE
#include <sys/mman.h>

int main(void) {
  char *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (!p) return 0;
  *p = 1;
  munmap(p, 4096);
  return 0;
}

// expect: unknown
#define _GNU_SOURCE
#include <sys/mman.h>

int main(void) {
  char *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  mprotect(p, 4096, PROT_READ);
  p[0] = 1;
  return 0;
}

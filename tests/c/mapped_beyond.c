// expect: unsafe bounds
#define _GNU_SOURCE
#include <sys/mman.h>

int main(void) {
  char *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  p[4096] = 1;
  munmap(p, 4096);
  return 0;
}

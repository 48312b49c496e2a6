// expect: unsafe double-free
// What was mapped does not come from malloc.
#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/mman.h>

int main(void) {
  free(malloc(4));
  char *p = mmap(0, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  free(p);
  return 0;
}

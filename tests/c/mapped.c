// expect: safe
// property: unreach-call,valid-memsafety
// Anonymous memory: whole pages of zeros at the begin of a page, for all threads.
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

static int *cells;

static void *write_one(void *unused) {
  cells[1] = 7;
  return unused;
}

int main(void) {
  long page = sysconf(_SC_PAGESIZE);
  assert(page == getpagesize() && page == 4096);
  cells = mmap(NULL, 100, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (cells == MAP_FAILED) return 1;
  assert(((uintptr_t)cells & 4095) == 0);
  assert(cells[0] == 0 && cells[1023] == 0);
  pthread_t t;
  pthread_create(&t, NULL, write_one, NULL);
  cells[0] = 5;
  pthread_join(t, NULL);
  assert(cells[0] + cells[1] == 12);
  assert(mprotect(cells, 4096, PROT_READ | PROT_WRITE) == 0);
  assert(munmap(cells, 100) == 0);
  assert(mmap(NULL, 0, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0) == MAP_FAILED && errno == EINVAL);
  return 0;
}

// expect: unsafe race
// property: no-data-race
// Two threads move the break at once.
#define _DEFAULT_SOURCE
#include <assert.h>
#include <pthread.h>
#include <stddef.h>
#include <unistd.h>


static void *take(size_t n) {
  void *p = sbrk((ptrdiff_t)n);
  return p == (void *)-1 ? NULL : p;
}

static void *run(void *arg) {
  int *p = take(16);
  assert(p && !p[0] && !p[3]);
  p[0] = 1;
  return p;
}

int main(void) {
  char *begin = sbrk(0);
  pthread_t t;
  pthread_create(&t, 0, run, 0);
  int *mine = run(0);
  void *theirs;
  pthread_join(t, &theirs);
  assert(mine != theirs && mine[0] == 1);
  assert((char *)sbrk(0) - begin >= 32);
  assert((char *)mine >= begin && (char *)theirs >= begin);
  return 0;
}

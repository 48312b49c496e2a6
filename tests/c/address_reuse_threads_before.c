// expect: safe
// engines: naive auto stateful stateless dpor
// One thread frees what another has while it has its own already.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static char *p, *q;
static void *other(void *arg) {
  free(p);
  return arg;
}
int main(void) {
  pthread_t t;
  p = malloc(8);
  q = malloc(8);
  pthread_create(&t, 0, other, 0);
  assert(q != p);
  pthread_join(t, 0);
  assert(q != p);
  free(q);
  return 0;
}

// expect: unsafe assert
// engines: naive auto stateful stateless dpor
// flags: -g0
// The same in code that does not say where it stands in the source.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static char *p;
static void *other(void *arg) {
  free(p);
  return arg;
}
int main(void) {
  pthread_t t;
  p = malloc(8);
  pthread_create(&t, 0, other, 0);
  char *q = malloc(8);
  assert(q != p);
  pthread_join(t, 0);
  free(q);
  return 0;
}

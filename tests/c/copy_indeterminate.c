// expect: safe
// property: assert,uninitialised
// engines: auto naive stateful dpor
// Contents without a value are copied part by part without being read.
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct part {
  int set, unset;
  char *nowhere;
};
static struct part *from, *to;
static void *look(void *unused) {
  assert(to->set == 0 || to->set == 1);
  return 0;
}
int main(void) {
  pthread_t t;
  from = malloc(sizeof *from);
  to = calloc(1, sizeof *to);
  from->set = 1;
  pthread_create(&t, 0, look, 0);
  *to = *from;
  pthread_join(t, 0);
  assert(to->set == 1);
  free(from);
  free(to);
  return 0;
}

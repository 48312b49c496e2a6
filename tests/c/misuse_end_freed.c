// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
#include <pthread.h>
#include <stdlib.h>

struct node { int v; pthread_mutex_t m; };

static void *holds(void *arg) {
  struct node *n = arg;
  pthread_mutex_lock(&n->m);
  n->v++;
  return 0;
}

int main(void) {
  pthread_t t;
  struct node *n = calloc(1, sizeof *n);
  pthread_create(&t, 0, holds, n);
  pthread_join(t, 0);
  free(n);
  return 0;
}

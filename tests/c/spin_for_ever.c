// expect: safe
// property: valid-memsafety,unreach-call
// engines: naive stateful stateless dpor
// A program that does not end leaks nothing. (Nobody goes on: stuck_for_ever.c.)
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static atomic_int never;

static void *waiter(void *arg) {
  int *own = malloc(sizeof *own);
  while (!atomic_load(&never)) continue;
  free(own);
  return arg;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, waiter, 0);
  pthread_join(id, 0);
  return 0;
}

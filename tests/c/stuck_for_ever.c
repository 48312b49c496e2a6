// expect: unsafe deadlock
// property: deadlock
// engines: naive stateful stateless dpor
// A flag that nobody sets: one thread waits in a loop, the other for its end.
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

// expect: safe
// engines: naive stateful stateless dpor
// executions: 2
// A round reads two places, one after the other: what it saw together need not have been there together. Of the ways in which
// the loop can end, seeing (1, 1) or (1, 2), nothing else is left.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;

static void *writer(void *arg) {
  atomic_store(&y, 1);
  atomic_store(&x, 1);
  atomic_store(&y, 2);
  return arg;
}

int main(void) {
  pthread_t id;
  int a, b;
  pthread_create(&id, 0, writer, 0);
  do {
    a = atomic_load(&x);
    b = atomic_load(&y);
  } while (a != 1);
  assert(b == 1 || b == 2);
  pthread_join(id, 0);
  return 0;
}

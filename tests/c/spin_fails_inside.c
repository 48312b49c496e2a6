// expect: unsafe div-by-zero
// property: div-by-zero
// engines: naive stateful stateless dpor hunt
// The round that fails goes wrong itself, and the loop is never left.
#include <pthread.h>
#include <stdatomic.h>
static atomic_int ready, part = 1;

static void *writer(void *arg) {
  atomic_store(&part, 0);
  atomic_store(&part, 1);
  return arg;
}

int main(void) {
  pthread_t id;
  pthread_create(&id, 0, writer, 0);
  while (atomic_load(&ready) != 8 / atomic_load(&part)) continue;
  return 0;
}

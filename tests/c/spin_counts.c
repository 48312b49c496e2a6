// expect: unsafe assert
// engines: naive stateful stateless dpor hunt
// Not a loop that waits: the number of rounds, odd or even, is used afterwards.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int ready;

static void *writer(void *arg) {
  atomic_store(&ready, 1);
  return arg;
}

int main(void) {
  pthread_t id;
  int odd = 0;
  pthread_create(&id, 0, writer, 0);
  while (!atomic_load(&ready)) odd ^= 1;
  assert(!odd);
  pthread_join(id, 0);
  return 0;
}

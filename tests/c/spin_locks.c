// expect: safe
// engines: naive stateful stateless dpor
// executions: 6
// Locks by exchange and by compare-exchange, the expected value behind a pointer: three threads take them in 3! orders.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int first, second;
static int count;

static __attribute__((noinline)) int try(atomic_int *lock, int *expected) {
  return atomic_compare_exchange_strong(lock, expected, 1);
}

static void *work(void *arg) {
  while (atomic_exchange(&first, 1)) continue;
  int expected = 0;
  while (!try(&second, &expected)) expected = 0;
  count++;
  atomic_store(&second, 0);
  atomic_store(&first, 0);
  return arg;
}

int main(void) {
  pthread_t id[3];
  for (int k = 0; k < 3; k++) pthread_create(&id[k], 0, work, 0);
  for (int k = 0; k < 3; k++) pthread_join(id[k], 0);
  assert(count == 3);
  return 0;
}

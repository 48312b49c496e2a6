// expect: safe
// engines: naive auto stateful dpor
// The same with a version beside the index of the node.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int values[2] = {1, 2};
static atomic_uint top;  // node, version << 1
static void *other(void *arg) {
  unsigned old = 0;
  if (!atomic_compare_exchange_strong(&top, &old, (old | 1) + 2)) return arg;
  atomic_store(&values[0], 3);
  atomic_store(&top, 4);
  return arg;
}
int main(void) {
  pthread_t t;
  unsigned seen = 0;
  int value = atomic_load(&values[0]);
  pthread_create(&t, 0, other, 0);
  if (atomic_compare_exchange_strong(&top, &seen, 9)) assert(atomic_load(&values[0]) == value);
  pthread_join(t, 0);
  return 0;
}

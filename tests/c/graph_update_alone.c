// expect: safe
// options: --engine=graph --memory-model=rc11
// property: assert
// Between the write that an update reads and what the update writes there is no other write.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
atomic_int x;
void *updates(void *p) {
  atomic_fetch_add_explicit(&x, 1, memory_order_relaxed);
  return 0;
}
void *writes(void *p) {
  atomic_store_explicit(&x, 5, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t[3];
  pthread_create(&t[0], 0, updates, 0);
  pthread_create(&t[1], 0, writes, 0);
  pthread_create(&t[2], 0, updates, 0);
  for (int i = 0; i < 3; i++) pthread_join(t[i], 0);
  assert(x >= 5 && x <= 7);
  return 0;
}

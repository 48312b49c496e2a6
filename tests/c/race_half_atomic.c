// expect: unsafe
// property: no-data-race
// engines: dpor
// One access is atomic, the other is not, and they are never next to each other: a relaxed flag keeps them apart and orders nothing.
#include <pthread.h>
#include <stdatomic.h>
atomic_int x, turn;
void *writes(void *p) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&turn, 1, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writes, 0);
  int seen = 0;
  if (atomic_load_explicit(&turn, memory_order_relaxed)) seen = *(int *)&x;
  pthread_join(t, 0);
  return seen > 1;
}

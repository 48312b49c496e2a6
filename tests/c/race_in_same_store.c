// expect: unsafe race
// property: no-data-race
// engines: auto
// The data is written only in rounds that fail, with the value that it has, long before another writes it.
#include <pthread.h>
#include <stdatomic.h>
int data, sum;
atomic_int flag, left;
static void *reader(void *arg) {
  for (;;) {
    if (atomic_load_explicit(&flag, memory_order_relaxed)) break;
    data = 0;
  }
  atomic_store_explicit(&left, 1, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  if (atomic_load_explicit(&left, memory_order_relaxed)) data = 1;
  return 0;
}

// expect: unsafe race
// property: no-data-race
// engines: auto dpor
// The flag is read after it was written, and still nothing orders the data.
#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_int flag;
static void *writer(void *arg) {
  data = 42;
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  if (atomic_load_explicit(&flag, memory_order_acquire)) return data;
  return 0;
}

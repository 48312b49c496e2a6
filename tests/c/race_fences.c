// expect: safe
// property: no-data-race
// engines: auto dpor
// Fences order what relaxed accesses do not.
#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_int flag;
static void *writer(void *arg) {
  data = 42;
  atomic_thread_fence(memory_order_release);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  if (!atomic_load_explicit(&flag, memory_order_relaxed)) return 0;
  atomic_thread_fence(memory_order_acquire);
  return data;
}

// expect: safe
// property: no-data-race
// engines: auto dpor
#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_int flag, spoilt;
static void *writer(void *arg) {
  atomic_fetch_add_explicit(&spoilt, 1, memory_order_relaxed);
  data = 42;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, writer, 0);
  while (!atomic_load_explicit(&flag, memory_order_acquire)) ;
  return data;
}

// expect: safe
// property: no-data-race
// engines: auto dpor
// An update of another thread goes on with the release sequence.
#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_int flag;
static void *writer(void *arg) {
  data = 42;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return 0;
}
static void *counter(void *arg) {
  atomic_fetch_add_explicit(&flag, 1, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, writer, 0);
  pthread_create(&u, 0, counter, 0);
  if (atomic_load_explicit(&flag, memory_order_acquire) == 2) return data;
  return 0;
}

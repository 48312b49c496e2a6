// expect: unsafe race
// property: no-data-race
// engines: auto dpor
// A write of another thread ends the release sequence.
#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_int flag;
static void *writer(void *arg) {
  data = 42;
  atomic_store_explicit(&flag, 1, memory_order_release);
  return 0;
}
static void *other(void *arg) {
  if (atomic_load_explicit(&flag, memory_order_relaxed)) atomic_store_explicit(&flag, 2, memory_order_relaxed);
  return 0;
}
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, writer, 0);
  pthread_create(&u, 0, other, 0);
  if (atomic_load_explicit(&flag, memory_order_acquire) == 2) return data;
  return 0;
}

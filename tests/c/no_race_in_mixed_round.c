// expect: safe
// property: no-data-race
// engines: auto
// The word is read atomically in rounds that fail, and written plainly by who knows that these are over.
#include <pthread.h>
#include <stdatomic.h>
int data, sum;
atomic_int flag, left;
static void *reader(void *arg) {
  for (;;) {
    if (atomic_load_explicit(&flag, memory_order_relaxed)) break;
    if (__atomic_load_n(&data, __ATOMIC_ACQUIRE)) break;
  }
  atomic_store_explicit(&left, 1, memory_order_release);
  return 0;
}
int main(void) {
  pthread_t t;
  pthread_create(&t, 0, reader, 0);
  atomic_store_explicit(&flag, 1, memory_order_relaxed);
  if (atomic_load_explicit(&left, memory_order_acquire)) data = 1;
  return 0;
}

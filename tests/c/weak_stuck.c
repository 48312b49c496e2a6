// expect: unknown
// options: --memory-model=rc11
// property: deadlock
// Both may miss the other's write, and then one waits for ever: no interleaving shows it, so it is neither excluded nor shown.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, go;

static void *other(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  if (atomic_load_explicit(&x, memory_order_relaxed))
    atomic_store_explicit(&go, 1, memory_order_relaxed);
  else
    while (!atomic_load_explicit(&go, memory_order_relaxed)) {}
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  if (atomic_load_explicit(&y, memory_order_relaxed)) atomic_store_explicit(&go, 1, memory_order_relaxed);
  pthread_join(t, NULL);
  return 0;
}

// expect: unknown
// options: --memory-model=rc11
// property: assert,uninitialised
// outcomes: assert safe, uninitialised unknown
// The assertion is proved for the model; that no interleaving reads what was never written says nothing about other executions.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;

static void *other(void *arg) {
  (void)arg;
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_store_explicit(&y, 1, memory_order_release);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  if (atomic_load_explicit(&y, memory_order_acquire)) assert(atomic_load_explicit(&x, memory_order_relaxed) == 1);
  pthread_join(t, 0);
  return 0;
}

// expect: safe
// options: --memory-model=rc11
// property: deadlock
// With sc accesses one of them sees the other: RC11 has no more executions than the interleavings.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y, go;

static void *other(void *unused) {
  atomic_store_explicit(&y, 1, memory_order_seq_cst);
  if (atomic_load_explicit(&x, memory_order_seq_cst))
    atomic_store_explicit(&go, 1, memory_order_seq_cst);
  else
    while (!atomic_load_explicit(&go, memory_order_seq_cst)) {}
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  atomic_store_explicit(&x, 1, memory_order_seq_cst);
  if (atomic_load_explicit(&y, memory_order_seq_cst)) atomic_store_explicit(&go, 1, memory_order_seq_cst);
  pthread_join(t, NULL);
  return 0;
}

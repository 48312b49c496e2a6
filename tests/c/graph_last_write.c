// expect: safe
// options: --engine=graph --memory-model=rc11
// property: assert
// The last write of a local that others might see, and its end, are one step: what it wrote is gone when the step is over, and nobody asks for it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static _Atomic(int *) shown;
static atomic_int go;

static void *writer(void *unused) {
  int own = 1;
  atomic_store_explicit(&shown, &own, memory_order_relaxed);
  atomic_store_explicit(&shown, NULL, memory_order_relaxed);
  own = 2;
  return unused;
}

int main(void) {
  pthread_t t;
  atomic_store_explicit(&go, 2, memory_order_relaxed);
  pthread_create(&t, NULL, writer, NULL);
  int *p = atomic_load_explicit(&shown, memory_order_relaxed);
  if (atomic_load_explicit(&go, memory_order_relaxed) == 1) assert(*p < 3);
  pthread_join(t, NULL);
  return 0;
}

// sc: safe
// weak-sc: safe
// tso: safe
// weak-tso: unsafe freed
// rc11: safe
// weak-rc11: unsafe freed
// property: valid-memsafety
// A hazard pointer must be seen before the object is looked for again: only fences that are seq_cst order that.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

#ifdef WEAK
#define FENCE memory_order_acq_rel
#else
#define FENCE memory_order_seq_cst
#endif

static _Atomic(int *) shared, hazard;

static void *reader(void *unused) {
  int *p = atomic_load_explicit(&shared, memory_order_acquire);
  atomic_store_explicit(&hazard, p, memory_order_release);
  atomic_thread_fence(FENCE);
  int v = atomic_load_explicit(&shared, memory_order_acquire) == p ? *p : 0;
  atomic_store_explicit(&hazard, NULL, memory_order_release);
  return v > 2 ? NULL : unused;
}

int main(void) {
  int *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  if (!a || !b) abort();
  *a = 1;
  *b = 2;
  atomic_init(&shared, a);
  pthread_t t;
  pthread_create(&t, NULL, reader, NULL);
  int *old = atomic_exchange_explicit(&shared, b, memory_order_acq_rel);
  atomic_thread_fence(FENCE);
  int unused = atomic_load_explicit(&hazard, memory_order_acquire) != old;
  if (unused) free(old);
  pthread_join(t, NULL);
  if (!unused) free(old);
  free(b);
}

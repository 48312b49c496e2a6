// expect: safe
// property: assert,no-data-race,robust
// As beyond_interleavings.c with a fence in each thread, which makes RC11 show interleavings alone.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a, b;

static void *other(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  a = atomic_load_explicit(&y, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  atomic_thread_fence(memory_order_seq_cst);
  b = atomic_load_explicit(&x, memory_order_relaxed);
  pthread_join(t, NULL);
  assert(a || b);
}

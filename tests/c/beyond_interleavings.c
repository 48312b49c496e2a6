// expect: unsafe not-robust
// property: robust
// Both threads may read before the write of the other is there: no interleaving shows that.
#include <pthread.h>
#include <stdatomic.h>

static atomic_int x, y;
static int a, b;

static void *other(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_release);
  a = atomic_load_explicit(&y, memory_order_acquire);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, other, NULL);
  atomic_store_explicit(&y, 1, memory_order_release);
  b = atomic_load_explicit(&x, memory_order_acquire);
  pthread_join(t, NULL);
}

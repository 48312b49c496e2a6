// rc11: safe robust
// weak-rc11: unsafe data race
// robust-weak-rc11: unknown
// engines: robust auto
// property: assert,no-data-race
// Values are handed over for ever through one slot; WEAK: the slot is said to be full too early for others to see it so.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef WEAK
#define FULL memory_order_relaxed
#else
#define FULL memory_order_release
#endif

static atomic_int full;
static int slot;

static void *produce(void *unused) {
  for (int n = 0;; n = (n + 1) % 3) {
    while (atomic_load_explicit(&full, memory_order_acquire)) continue;
    slot = n;
    atomic_store_explicit(&full, 1, FULL);
  }
  return unused;
}

int main(void) {
  pthread_t producer;
  pthread_create(&producer, NULL, produce, NULL);
  for (int n = 0;; n = (n + 1) % 3) {
    while (!atomic_load_explicit(&full, memory_order_acquire)) continue;
    assert(slot == n);
    atomic_store_explicit(&full, 0, memory_order_release);
  }
}

// rc11: safe robust
// weak-rc11: unsafe data race
// robust-weak-rc11: unknown
// engines: robust auto
// property: assert,no-data-race
// A spin lock that is taken and given back for ever; WEAK: given back relaxed.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef WEAK
#define GIVEN memory_order_relaxed
#else
#define GIVEN memory_order_release
#endif

static atomic_int lock;
static int inside;

static void *work(void *unused) {
  for (;;) {
    while (atomic_exchange_explicit(&lock, 1, memory_order_acquire)) continue;
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store_explicit(&lock, 0, GIVEN);
  }
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, work, NULL);
  work(NULL);
}

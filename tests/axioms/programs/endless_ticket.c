// rc11: safe robust
// engines: robust auto
// property: assert,no-data-race
// A ticket lock of four tickets, for ever: an old number that a waiting thread sees changes nothing, if it is not that of a whole round before.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static atomic_uchar next, owner;
static int inside;

static void *work(void *unused) {
  for (;;) {
    unsigned char mine = atomic_fetch_add_explicit(&next, 64, memory_order_acq_rel);
    while (atomic_load_explicit(&owner, memory_order_acquire) != mine) continue;
    inside++;
    assert(inside == 1);
    inside--;
    atomic_store_explicit(&owner, (unsigned char)(mine + 64), memory_order_release);
  }
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, work, NULL);
  work(NULL);
}

// rc11: safe robust
// engines: robust auto
// property: assert,no-data-race
// Data under a mutex and a relaxed counter of rounds beside it, for ever.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int a, b;
static atomic_uchar rounds;

static void *work(void *unused) {
  for (;;) {
    pthread_mutex_lock(&m);
    assert(a == b);
    a = !a;
    b = !b;
    pthread_mutex_unlock(&m);
    atomic_fetch_add_explicit(&rounds, 64, memory_order_relaxed);
  }
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, NULL, work, NULL);
  work(NULL);
}

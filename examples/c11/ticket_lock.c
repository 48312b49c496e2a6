// expect: safe
// options: --memory-model=rc11
// A ticket lock: who takes a ticket waits until it is served. The unlock releases, the waiting load acquires.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef WEAK
#define UNLOCK memory_order_relaxed
#else
#define UNLOCK memory_order_release
#endif

static _Atomic unsigned next_ticket, serving;
static _Atomic int counter;

static void lock(void) {
  unsigned mine = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);
  while (atomic_load_explicit(&serving, memory_order_acquire) != mine) {}
}

static void unlock(void) {
  unsigned now = atomic_load_explicit(&serving, memory_order_relaxed);
  atomic_store_explicit(&serving, now + 1, UNLOCK);
}

static void *worker(void *unused) {
  lock();
  int old = atomic_load_explicit(&counter, memory_order_relaxed);
  atomic_store_explicit(&counter, old + 1, memory_order_relaxed);
  unlock();
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, worker, NULL);
  pthread_create(&b, NULL, worker, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(atomic_load_explicit(&counter, memory_order_relaxed) == 2);
  return 0;
}

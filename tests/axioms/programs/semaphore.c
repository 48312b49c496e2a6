// sc: safe
// tso: safe
// rc11: safe
// weak-sc: safe
// weak-tso: safe
// weak-rc11: unsafe old value
// property: assert
// A semaphore orders what was written before it was posted; a relaxed flag beside it does not.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>

static sem_t s;
static atomic_int x, y;

static void *other(void *unused) {
  atomic_store_explicit(&x, 1, memory_order_relaxed);
#ifndef WEAK
  sem_post(&s);
#endif
  atomic_store_explicit(&y, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t t;
  sem_init(&s, 0, 0);
  pthread_create(&t, NULL, other, NULL);
#ifdef WEAK
  if (atomic_load_explicit(&y, memory_order_relaxed)) assert(atomic_load_explicit(&x, memory_order_relaxed) == 1);
#else
  sem_wait(&s);
  assert(atomic_load_explicit(&x, memory_order_relaxed) == 1);
#endif
  pthread_join(t, NULL);
}

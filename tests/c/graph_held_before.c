// expect: safe
// options: --engine=graph --memory-model=rc11
// property: assert
// The mutex is held when the first thread is made: that thread waits for it.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static _Atomic int x;

static void *late(void *unused) {
  pthread_mutex_lock(&m);
  atomic_store_explicit(&x, 1, memory_order_relaxed);
  pthread_mutex_unlock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_mutex_lock(&m);
  pthread_create(&t, NULL, late, NULL);
  int early = atomic_load_explicit(&x, memory_order_relaxed);
  assert(early == 0);
  pthread_mutex_unlock(&m);
  pthread_join(t, NULL);
  assert(atomic_load_explicit(&x, memory_order_relaxed) == 1);
  return 0;
}

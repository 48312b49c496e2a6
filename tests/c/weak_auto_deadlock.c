// expect: unsafe deadlock
// options: --memory-model=rc11
// property: assert,deadlock
// Two mutexes in opposite orders: an interleaving shows it, so every memory model has it, though the engine graph does not look for deadlocks.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;

static void *other(void *arg) {
  (void)arg;
  pthread_mutex_lock(&b);
  pthread_mutex_lock(&a);
  atomic_fetch_add_explicit(&done, 1, memory_order_relaxed);
  pthread_mutex_unlock(&a);
  pthread_mutex_unlock(&b);
  return 0;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, 0, other, 0);
  pthread_mutex_lock(&a);
  pthread_mutex_lock(&b);
  atomic_fetch_add_explicit(&done, 1, memory_order_relaxed);
  pthread_mutex_unlock(&b);
  pthread_mutex_unlock(&a);
  pthread_join(t, 0);
  assert(atomic_load_explicit(&done, memory_order_relaxed) == 2);
  return 0;
}

// sc: safe
// rc11: unsafe does not get
// An attempt that fails may have found the mutex as it was: it orders nothing.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static atomic_int done;

static void *holder(void *unused) {
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, holder, NULL);
  if (atomic_load_explicit(&done, memory_order_acquire)) assert(pthread_mutex_trylock(&m) == 0);
  pthread_join(t, NULL);
}

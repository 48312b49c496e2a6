// rc11: unsafe data race
// property: no-data-race
// An attempt that fails orders nothing, and a fence behind it is about atomic objects, not about mutexes.
#include <pthread.h>
#include <stdatomic.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *holder(void *unused) {
  data = 1;
  pthread_mutex_lock(&m);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, holder, NULL);
  if (pthread_mutex_trylock(&m)) {
    atomic_thread_fence(memory_order_acquire);
    data = 2;
  }
  pthread_join(t, NULL);
}

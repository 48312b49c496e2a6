// sc: safe
// rc11: safe
// weak-rc11: unsafe
// property: assert,no-data-race
// Who has a read-write lock for reading synchronises with writers, not with others who read (WEAK).
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>

#ifdef WEAK
#define LOCK pthread_rwlock_rdlock
#else
#define LOCK pthread_rwlock_wrlock
#endif

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static atomic_int done;
static int data;

static void *first(void *unused) {
  data = 1;
  pthread_rwlock_rdlock(&lock);
  pthread_rwlock_unlock(&lock);
  atomic_store_explicit(&done, 1, memory_order_relaxed);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, first, NULL);
  if (atomic_load_explicit(&done, memory_order_relaxed)) {
    LOCK(&lock);
    pthread_rwlock_unlock(&lock);
    assert(data == 1);
  }
  pthread_join(t, NULL);
}

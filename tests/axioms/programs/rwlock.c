// sc: safe
// rc11: safe
// weak-rc11: unsafe
// property: assert,no-data-race
// A read-write lock; WEAK: who writes has it for reading.
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int data;

static void *user(void *unused) {
  pthread_rwlock_rdlock(&lock);
  int seen = data;
  pthread_rwlock_unlock(&lock);
  assert(seen <= 1);
#ifdef WEAK
  pthread_rwlock_rdlock(&lock);
#else
  pthread_rwlock_wrlock(&lock);
#endif
  data = data + 1;
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t t;
  pthread_create(&t, NULL, user, NULL);
  user(NULL);
  pthread_join(t, NULL);
  assert(data == 2);
}

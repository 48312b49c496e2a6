// expect: safe
// property: assert,no-data-race,pthread-misuse
// Both locks are given back before the other one is taken; of two locks one is read and one is written; an attempt is told EBUSY.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER, other = PTHREAD_RWLOCK_INITIALIZER;
static int n, m;

static void *run(void *unused) {
  pthread_rwlock_rdlock(&lock);
  int seen = n, busy = pthread_rwlock_trywrlock(&lock);
  assert(busy == EBUSY);
  pthread_rwlock_unlock(&lock);
  int error = pthread_rwlock_wrlock(&lock);
  assert(error == 0);
  n = seen + 1;
  pthread_rwlock_unlock(&lock);
  pthread_rwlock_rdlock(&lock);
  error = pthread_rwlock_wrlock(&other);
  assert(error == 0);
  m++;
  pthread_rwlock_unlock(&other);
  pthread_rwlock_unlock(&lock);
  return unused;
}

int main(void) {
  pthread_t a, b;
  pthread_create(&a, NULL, run, NULL);
  pthread_create(&b, NULL, run, NULL);
  pthread_join(a, NULL);
  pthread_join(b, NULL);
  assert(m == 2);
  return 0;
}

// expect: safe
// property: assert,no-data-race
// options: --libc=glibc
// glibc does not notice it: the thread waits for itself. Who has it for writing is told, also within a time.
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER, other = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
  struct timespec soon = {0, 0};
  pthread_rwlock_wrlock(&other);
  assert(pthread_rwlock_timedwrlock(&other, &soon) == EDEADLK);
  assert(pthread_rwlock_timedrdlock(&other, &soon) == EDEADLK);
  pthread_rwlock_unlock(&other);
  pthread_rwlock_rdlock(&lock);
  assert(pthread_rwlock_timedwrlock(&lock, &soon) == ETIMEDOUT);
  pthread_rwlock_wrlock(&lock);
  assert(0);
  return 0;
}

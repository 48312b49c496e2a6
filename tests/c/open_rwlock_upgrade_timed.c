// expect: unsafe assert
// property: assert
#include <assert.h>
#include <errno.h>
#include <pthread.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
  struct timespec soon = {0, 0};
  pthread_rwlock_rdlock(&lock);
  assert(pthread_rwlock_timedwrlock(&lock, &soon) == ETIMEDOUT);
  pthread_rwlock_unlock(&lock);
  return 0;
}

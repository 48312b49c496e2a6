// expect: unsafe deadlock
// property: deadlock
// engines: naive stateful dpor
// As rwlock_again.c: or it waits for ever.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
  pthread_rwlock_wrlock(&l);
  int again = pthread_rwlock_rdlock(&l);
  assert(again == EDEADLK);
  pthread_rwlock_unlock(&l);
  assert(pthread_rwlock_tryrdlock(&l) == 0);
  assert(pthread_rwlock_trywrlock(&l) == 0);
  return 0;
}

// expect: safe
// POSIX: "Under no circumstance shall the function fail with a timeout if the mutex can be locked immediately."
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>

int main(void) {
  struct timespec t = {1, 0};
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  pthread_rwlock_t l = PTHREAD_RWLOCK_INITIALIZER;
  sem_t s;
  sem_init(&s, 0, 1);
  assert(!pthread_mutex_timedlock(&m, &t));
  assert(!pthread_rwlock_timedrdlock(&l, &t));
  assert(!sem_timedwait(&s, &t));
  return 0;
}

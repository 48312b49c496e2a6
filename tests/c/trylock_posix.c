// expect: safe
// engines: naive stateful dpor auto
// POSIX has no spurious failures.
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_rwlock_t rw = PTHREAD_RWLOCK_INITIALIZER;
static pthread_spinlock_t spin;
static sem_t sem;
int main(void) {
  pthread_spin_init(&spin, 0);
  sem_init(&sem, 0, 1);
  assert(pthread_mutex_trylock(&m) == 0);
  assert(pthread_rwlock_tryrdlock(&rw) == 0);
  assert(pthread_spin_trylock(&spin) == 0);
  assert(sem_trywait(&sem) == 0);
  return 0;
}

// expect: safe
// property: assert,deadlock
// Ceilings: kept by attributes.
#include <assert.h>
#include <pthread.h>
int main(void) {
  pthread_mutexattr_t a;
  int c, old;
  pthread_mutex_t m;
  pthread_mutexattr_init(&a);
  pthread_mutexattr_setprotocol(&a, PTHREAD_PRIO_PROTECT);
  if (!pthread_mutexattr_setprioceiling(&a, 20)) {
    pthread_mutexattr_getprioceiling(&a, &c);
    assert(c == 20);
  }
  pthread_mutex_init(&m, &a);
  if (!pthread_mutex_setprioceiling(&m, 30, &old))
    if (!pthread_mutex_getprioceiling(&m, &c)) assert(c == 30);
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
}

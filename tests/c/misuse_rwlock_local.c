// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
#include <pthread.h>

int main(void) {
  pthread_rwlock_t r;
  pthread_rwlock_rdlock(&r);
  return 0;
}

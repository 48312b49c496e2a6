// expect: unsafe pthread-misuse
// property: pthread-misuse
#include <pthread.h>

static pthread_rwlock_t r = PTHREAD_RWLOCK_INITIALIZER;

int main(void) {
  pthread_rwlock_rdlock(&r);
  pthread_rwlock_unlock(&r);
  pthread_rwlock_unlock(&r);
  return 0;
}

// expect: unsafe pthread-misuse
// property: pthread-misuse
#include <pthread.h>

int main(void) {
  pthread_rwlockattr_t a;
  pthread_rwlockattr_init(&a);
  pthread_rwlockattr_setpshared(&a, PTHREAD_PROCESS_PRIVATE);
  pthread_rwlockattr_destroy(&a);
  pthread_rwlockattr_destroy(&a);
  return 0;
}

// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
// A local mutex has no value until something gives it one.
#include <pthread.h>

int main(void) {
  pthread_mutex_t m;
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
  return 0;
}

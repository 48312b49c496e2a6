// expect: safe
// property: pthread-misuse
// engines: auto naive stateful dpor
// To lock a normal mutex twice is a deadlock, no misuse.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  return 0;
}

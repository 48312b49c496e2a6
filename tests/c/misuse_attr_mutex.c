// expect: unsafe pthread-misuse
// property: pthread-misuse
// A mutex is made by attributes that nobody has initialised: zeros are no attributes.
#include <pthread.h>

static pthread_mutexattr_t kind;

int main(void) {
  pthread_mutex_t m;
  pthread_mutex_init(&m, &kind);
  pthread_mutex_destroy(&m);
  return 0;
}

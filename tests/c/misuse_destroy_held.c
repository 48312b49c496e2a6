// expect: unsafe pthread-misuse
// property: pthread-misuse
// engines: auto naive stateful dpor
// Destroyed while another thread holds it; the order in which it comes later is a use of what was destroyed.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_destroy(&m);
  return 0;
}

// expect: unsafe deadlock
// property: deadlock
// The ceiling waits for the mutex.
#include <pthread.h>
int main(void) {
  pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
  int old;
  pthread_mutex_lock(&m);
  pthread_mutex_setprioceiling(&m, 30, &old);
}

// expect: unsafe non-termination
// property: termination
// Nobody goes round, and main waits for ever: that is no end either.
#include <pthread.h>

pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  pthread_mutex_lock(&m);
  pthread_mutex_lock(&m);
  return 0;
}

// expect: safe
// property: deadlock
// engines: auto dpor stateless stateful
// The only thread takes the mutex and gives it back in each round.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  for (int i = 0; i < 2; i++) {
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
  }
  return 0;
}

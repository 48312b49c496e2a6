// expect: unsafe deadlock
// property: deadlock
// engines: auto dpor stateless stateful
// The only thread takes the mutex again in its second round: it stands where it stood, and is blocked.
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int main(void) {
  for (int i = 0; i < 2; i++) pthread_mutex_lock(&m);
  return 0;
}

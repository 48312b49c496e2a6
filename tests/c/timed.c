// expect: safe
// property: assert,deadlock
// options: --spurious-wakeups=off
// Nobody signals, nobody unlocks: what is timed ends all the same.
#include <assert.h>
#include <errno.h>
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, held = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
int main(void) {
  struct timespec t = {0};
  pthread_mutex_lock(&held);
  pthread_mutex_lock(&m);
  assert(pthread_cond_timedwait(&c, &m, &t) == ETIMEDOUT);
  assert(pthread_mutex_timedlock(&held, &t) == ETIMEDOUT);
  assert(pthread_mutex_trylock(&held) == EBUSY);
  pthread_mutex_unlock(&held);
  assert(pthread_mutex_trylock(&held) == 0);
  return 0;
}
